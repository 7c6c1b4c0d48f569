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

/** The most units of work that may be done without a pause, while other requests wait: a fifth of a second or so. */
export const MOST_AT_A_TIME = 15

/**
 * The longest time that something holds the event loop, in units of work: the shortest of four tries, where one is too long.
 * Only processor time of this thread counts: what others on the machine do does not.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let units = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 4 && units > MOST_AT_A_TIME; turn += 1) {
    const longest = await longestPart(work)
    // Measured again only where it matters: the machine may be slower now than before.
    if (unit === undefined || longest / unit > MOST_AT_A_TIME) unit = unitOfWork()
    units = Math.min(units, longest / unit)
  }
  return units
}
let unit: number | undefined

async function longestPart(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const tick = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
  }
  const timer = setInterval(tick, 1)
  try {
    await work()
    await new Promise((resolve) => setTimeout(resolve, 5))
  } finally {
    clearInterval(timer)
  }
  tick()
  return longest
}
