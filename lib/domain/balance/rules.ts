import type { BalanceMonth, MonthFees, MonthLine } from '#lib/domain/balance/schema.ts'
import { HOUR, partsOf, startOfMonth } from '#lib/values/time.ts'

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

/** The lines of a month in the file of months: its opening balance, its movements by kind, its closing balance. */
export function linesOfMonth({
  month,
  time_zone,
  currency,
  kinds,
  opening,
  closing,
  closed_at,
}: BalanceMonth): MonthLine[] {
  const line = (name: MonthLine['line'], values: Partial<MonthLine>): MonthLine => ({
    id: `${month}:${name}`,
    month,
    time_zone,
    currency,
    line: name,
    closed: closed_at !== null,
    count: null,
    amount: null,
    fee: null,
    tax: null,
    debit: null,
    credit: null,
    balance: null,
    ...values,
  })
  return [
    line('opening', { balance: opening }),
    ...kinds.map(({ kind, ...sums }) => line(kind, sums)),
    line('closing', { balance: closing }),
  ]
}

/** The fees of a month, which are those of its payments. */
export function feesOfMonth({ month, time_zone, currency, kinds, closed_at }: BalanceMonth): MonthFees {
  const payments = kinds.find(({ kind }) => kind === 'capture')
  const { count = 0, amount = 0n, fee = 0n, tax = 0n } = payments ?? {}
  return {
    id: month,
    month,
    time_zone,
    currency,
    count,
    amount,
    net: fee - tax,
    tax,
    fee,
    closed: closed_at !== null,
  }
}
