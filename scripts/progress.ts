/** How often a step that takes long says that it still runs. */
const REMINDER_MS = 15_000

/**
 * Runs a step and prints its name and duration; a slow one is also announced, and reports now and then that it still
 * runs.
 */
export async function step<Result>(what: string, run: () => Result | Promise<Result>): Promise<Result> {
  const started = performance.now()
  const announce = setTimeout(() => console.log(`  ${what} ...`), 1000)
  const remind = setInterval(() => console.log(`  ${what} ... ${duration(started)} so far`), REMINDER_MS)
  try {
    const result = await run()
    console.log(`  ${what}: ${duration(started)}`)
    return result
  } finally {
    clearTimeout(announce)
    clearInterval(remind)
  }
}

/** The time since a `performance.now()`, for people: "0.34 s". */
export function duration(since: number): string {
  const seconds = (performance.now() - since) / 1000
  return seconds < 9.995 ? `${seconds.toFixed(2)} s` : `${Math.round(seconds)} s`
}
