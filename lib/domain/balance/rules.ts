import { startOfMonth } from '#lib/values/period.ts'
import { HOUR, partsOf } from '#lib/values/time.ts'

/** A month is closed this long after its end, when every movement with a time in it has been written. */
const GRACE = HOUR

type Month = { month: string; starts_at: number; ends_at: number }

/** The month that a time is in, by the calendar of a zone. */
export function monthAt(at: number, zone: string): Month {
  const { year, month } = partsOf(zone, at)
  return monthOf(year, month, zone)
}

function monthOf(year: number, month: number, zone: string): Month {
  return {
    month: `${year}-${String(month).padStart(2, '0')}`,
    starts_at: startOfMonth(year, month, zone),
    ends_at: startOfMonth(year, month + 1, zone) - 1,
  }
}

/** Whether a month is over for good. */
export function isOver({ ends_at }: Month, now: number): boolean {
  return now > ends_at + GRACE
}
