import { dayAfter, partsOf, startOfDay } from './time.ts'

/** Banks in India reckon by this calendar, wherever the reader is. */
export const BANK_ZONE = 'Asia/Kolkata'

/** How long a refund at normal speed may take, in working days. */
export const REFUND_DAYS = { min: 5, max: 7 } as const

/**
 * The first second of the day that is `days` working days after the day of `at`. Working days are Monday to Friday;
 * public holidays differ from state to state and are not known here, so a date can still slip by one.
 */
export function workingDaysAfter(at: number, days: number): number {
  let day = startOfDay(at, BANK_ZONE)
  for (let left = days; left > 0; ) {
    day = dayAfter(day, 1, BANK_ZONE)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

/** The last second by which a refund of normal speed should have arrived. */
export function refundDue(createdAt: number): number {
  return dayAfter(workingDaysAfter(createdAt, REFUND_DAYS.max), 1, BANK_ZONE) - 1
}

/** The last second in which a refund that is overdue now can have been created. */
export function overdueBefore(now: number): number {
  let day = startOfDay(now, BANK_ZONE)
  // A refund of the day before is not overdue: then neither is one of this day, and the edge lies further back.
  while (refundDue(dayAfter(day, -1, BANK_ZONE)) >= now) day = dayAfter(day, -1, BANK_ZONE)
  return day - 1
}

/** Working days that have begun since, the present one included: a refund of Friday is one old on Monday. */
export function workingDaysSince(at: number, now: number): number {
  let count = 0
  for (let day = dayAfter(at, 1, BANK_ZONE); day <= now; day = dayAfter(day, 1, BANK_ZONE)) {
    if (isWorkingDay(day)) count += 1
  }
  return count
}

/** Whether banks work on the day of `at`. */
export function isWorkingDay(at: number): boolean {
  const { year, month, day } = partsOf(BANK_ZONE, at)
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return weekday !== 0 && weekday !== 6
}
