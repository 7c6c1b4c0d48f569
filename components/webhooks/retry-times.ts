import { DAY } from '#lib/values/time.ts'

/** The middle of chance: when the attempts of a day fall, in seconds after the first one. */
export const ATTEMPTS_IN_A_DAY: number[] = timesOf()

function timesOf(): number[] {
  const times = [0]
  for (let pause = 5; (times.at(-1) ?? 0) < DAY; pause = Math.min(3600, pause * 3))
    times.push(Math.min(DAY, (times.at(-1) ?? 0) + pause))
  return times
}
