import type { Timing } from '#lib/domain/exports/schema.ts'
import { MINUTE, partsOf, secondsOf } from '#lib/values/time.ts'

/** A file begins so long after its period has ended, so that what was written in the last second is in it. */
const SETTLED = 5 * MINUTE

type Day = { year: number; month: number; day: number }

/** When a schedule is due next after a time: the first such hour in its zone. */
export function dueAfter(timing: Timing, zone: string, at: number): number {
  const { year, month, day } = partsOf(zone, at)
  // A month from today, or the same day of the month after the next, at the latest.
  for (let ahead = 0; ahead <= 62; ahead += 1) {
    const date = dateOf({ year, month, day: day + ahead })
    if (!isDay(timing, date)) continue
    const due = timeOf(date, timing.hour, zone)
    if (due > at) return due
  }
  throw new Error('A schedule is due at least once in two months.')
}

/**
 * The period of the file that is due at a time: the day, the week from Monday to Sunday or the month before that day.
 * Periods of successive files adjoin. Both ends are inclusive.
 */
export function exportPeriodOf(
  { frequency }: Pick<Timing, 'frequency'>,
  zone: string,
  due: number,
): { from: number; to: number } {
  const { year, month, day } = partsOf(zone, due)
  const startOf = (date: Day) => secondsOf({ ...date, hour: 0, minute: 0, second: 0 }, zone)
  const between = (first: Day, end: Day) => ({ from: startOf(first), to: startOf(end) - 1 })
  if (frequency === 'daily') return between({ year, month, day: day - 1 }, { year, month, day })
  if (frequency === 'monthly') return between({ year, month: month - 1, day: 1 }, { year, month, day: 1 })
  const monday = day - (weekdayOf({ year, month, day }) - 1)
  return between({ year, month, day: monday - 7 }, { year, month, day: monday })
}

function isDay({ frequency, weekday, month_day }: Timing, date: Day): boolean {
  if (frequency === 'daily') return true
  return frequency === 'weekly' ? weekdayOf(date) === weekday : date.day === month_day
}

function timeOf(date: Day, hour: number, zone: string): number {
  const midnight = secondsOf({ ...date, hour: 0, minute: 0, second: 0 }, zone)
  return Math.max(secondsOf({ ...date, hour, minute: 0, second: 0 }, zone), midnight + SETTLED)
}

/** 1 is Monday. */
function weekdayOf({ year, month, day }: Day): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
}

/** A date whose day may be beyond its month. */
function dateOf({ year, month, day }: Day): Day {
  const date = new Date(Date.UTC(year, month - 1, day))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
