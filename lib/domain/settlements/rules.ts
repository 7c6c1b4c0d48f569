import { refused, withAmounts } from '#lib/pipeline/errors.ts'
import { dayAfter, startOfDay } from '#lib/values/time.ts'
import { isoDate } from '#lib/values/time-text.ts'
import { BANK_ZONE, isWorkingDay, workingDaysAfter } from '#lib/values/working-days.ts'

/** What is too little for a bank transfer stays in the balance: less than one unit of the currency. */
export const MIN_SETTLEMENT = 100

/** The lengths of time by which a settlement counts its movements, in seconds. */
export const MOVEMENT_SPAN = 1800

/**
 * The last second of the newest day whose captured payments are due: today is `delay` working days after it, or more.
 * @param now in Unix seconds
 */
export function capturedUntil(now: number, delay: number): number {
  const today = startOfDay(now, BANK_ZONE)
  if (delay === 0) return now
  let day = today
  while (workingDaysAfter(day, delay) > today) day = dayAfter(day, -1, BANK_ZONE)
  return dayAfter(day, 1, BANK_ZONE) - 1
}

/** The name of a day in the bank's calendar, 2026-11-23; null for a day on which banks do not settle. */
export function settlementDay(now: number): string | null {
  if (!isWorkingDay(now)) return null
  return isoDate(now, BANK_ZONE)
}

/** How often the worker settles what is due, in seconds. */
export const SETTLE_EVERY = 5 * 60

/**
 * The first second of the day of the next scheduled settlement: today, if today is a working day without one.
 * @param last the day of the last one
 */
export function nextSettlementDay(now: number, last: string | null): number {
  let day = startOfDay(now, BANK_ZONE)
  for (;;) {
    const name = settlementDay(day)
    if (name !== null && (last === null || name > last)) return day
    day = dayAfter(day, 1, BANK_ZONE)
  }
}

/** The first second of the day on which what was captured then is settled: a working day without a settlement yet. */
export function expectedSettlement(
  capturedAt: number,
  delay: number,
  now: number,
  last: string | null,
): number {
  const due = workingDaysAfter(capturedAt, delay)
  return nextSettlementDay(Math.max(due, now), last)
}

type OwnSettling = { kind: string; capabilities: unknown }

/**
 * Settlements of a gateway are read there, and other banks are asked for theirs.
 * @throws input_validation_failed
 */
export function assertSettlesItself({ kind, capabilities }: OwnSettling): void {
  const { settlement } = capabilities as { settlement: boolean }
  if (kind === 'protocol' && !settlement) return
  throw refused('input_validation_failed', 'Settlements of this acquirer are recorded automatically.', {
    field: 'id',
  })
}

/** @param due what the bank owes @throws insufficient_balance */
export function assertWithinDue(amount: number, due: number, currency: string): void {
  if (amount <= due) return
  throw refused(
    'insufficient_balance',
    withAmounts(
      currency,
      (money) =>
        `The payments and refunds until this date come to ${money(Math.max(0, due))}. Check the amount and the date.`,
    ),
    { field: 'amount' },
  )
}
