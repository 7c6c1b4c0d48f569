import { DAY, MINUTE } from '#lib/values/time.ts'

/** How long an endpoint is tried, from the first attempt of a round on; the minute lets the first failure be older than a day at the last. */
export const TRIED_FOR = DAY + MINUTE

const FIRST = 5
const GROWTH = 3
const MOST = 3600

/**
 * When a delivery is retried after a failed attempt: after 5, 15, 45 seconds and so on up to an hour, each with a
 * quarter of jitter, so that deliveries that failed together are not retried together. The last attempt is at the end
 * of the day; after that there is none.
 * @param attempts how many the round has had
 * @param since the time of its first attempt, in Unix seconds
 * @param chance from 0 to 1
 */
export function nextAttempt(attempts: number, since: number, now: number, chance: number): number | null {
  if (now >= since + TRIED_FOR) return null
  const pause = Math.min(MOST, FIRST * GROWTH ** (attempts - 1)) * (0.75 + chance / 2)
  return Math.min(now + Math.max(1, Math.round(pause)), since + TRIED_FOR)
}
