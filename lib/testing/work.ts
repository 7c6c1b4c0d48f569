/**
 * How much a test makes the processor do, compared with work of a fixed size in the same run: a slow or busy machine
 * slows down both, so that no limit depends on the hour.
 */

/** Enough text for some milliseconds of parsing. */
const SAMPLE = JSON.stringify(
  Array.from({ length: 20_000 }, (_, index) => ({
    id: `pay_${index}`,
    amount: index * 100,
    notes: ['a', 'b'],
  })),
)

/** Processor time of this thread for one call, in milliseconds. */
export function processorTime(run: () => unknown): number {
  const begun = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}

/** Processor time of the fixed work, in milliseconds: the shortest of several, since the first one compiles. */
export function unitOfWork(): number {
  const parse = () => JSON.stringify(JSON.parse(SAMPLE))
  return Math.min(...Array.from({ length: 8 }, () => processorTime(parse)))
}

/** How many units of work a call costs: the shortest of three, since a garbage collection can fall into any. */
export function unitsOf(run: () => unknown): number {
  const shortest = Math.min(...Array.from({ length: 3 }, () => processorTime(run)))
  return shortest / unitOfWork()
}
