import { DAY, HOUR } from '#lib/values/time.ts'
import type { Random } from './random.ts'

/** India is ahead of UTC by this much, the whole year. */
const INDIA = 19_800

/** How busy the hours of a day are, from eight in the morning to eleven at night. */
const HOURS = [1, 2, 4, 6, 7, 6, 5, 5, 5, 6, 8, 10, 11, 9, 5, 2].map((weight, index) => ({
  hour: 8 + index,
  weight,
}))

/**
 * A time at which people shop: by day, more in the evening, more at weekends, and a little more every week.
 * @param start and `end`, in Unix seconds; the result lies between them
 */
export function shoppingMoment(random: Random, start: number, end: number): number {
  for (;;) {
    const day = Math.floor((start + random.next() * (end - start) + INDIA) / DAY)
    const growth = (day * DAY - start) / (end - start)
    const weekday = (day + 4) % 7
    const busy = (0.6 + 0.4 * growth) * (weekday === 0 || weekday === 6 ? 1 : 0.75)
    const { hour } = random.weighted(HOURS)
    const at = day * DAY - INDIA + hour * HOUR + random.whole(0, HOUR - 1)
    if (at > start && at < end && random.chance(busy)) return at
  }
}

/** The year of a time, for the expiry of cards. */
export function yearOf(seconds: number): number {
  return new Date(seconds * 1000).getUTCFullYear()
}
