/** Runs a step and prints what it was and how long it took; a slow one is also announced while it runs. */
export async function step<Result>(what: string, run: () => Result | Promise<Result>): Promise<Result> {
  const started = performance.now()
  const announce = setTimeout(() => console.log(`  ${what} ...`), 1000)
  try {
    const result = await run()
    console.log(`  ${what}: ${duration(started)}`)
    return result
  } finally {
    clearTimeout(announce)
  }
}

/** The time since a `performance.now()`, for people: "0.34 s". */
export function duration(since: number): string {
  const seconds = (performance.now() - since) / 1000
  return seconds < 9.995 ? `${seconds.toFixed(2)} s` : `${Math.round(seconds)} s`
}
