import { expect, it } from 'vitest'
import { HOUR } from '#lib/values/time.ts'
import { feesOfMonth, isOver, linesOfMonth, monthAt } from './rules.ts'

const sums = { count: 2, amount: 1000n, fee: 24n, tax: 4n, credit: 976n, debit: 0n }
const month = {
  month: '2026-11',
  starts_at: 0,
  ends_at: 1,
  time_zone: 'Asia/Kolkata',
  currency: 'INR',
  opening: 5n,
  closing: 881n,
  closed_at: null,
  kinds: [
    { kind: 'capture' as const, ...sums },
    { kind: 'refund' as const, count: 1, amount: 100n, fee: 0n, tax: 0n, credit: 0n, debit: 100n },
  ],
}

it('a month is written from its opening to its closing balance', () => {
  const lines = linesOfMonth(month)
  expect(lines.map(({ id, balance, credit }) => [id, balance, credit])).toEqual([
    ['2026-11:opening', 5n, null],
    ['2026-11:capture', null, 976n],
    ['2026-11:refund', null, 0n],
    ['2026-11:closing', 881n, null],
  ])
})

it('a line has the sums of its kind, and of a balance alone nothing else', () => {
  const [opening, capture] = linesOfMonth({ ...month, closed_at: 7 })
  const common = { month: '2026-11', time_zone: 'Asia/Kolkata', currency: 'INR', closed: true }
  expect(capture).toEqual({ ...common, id: '2026-11:capture', line: 'capture', ...sums, balance: null })
  const empty = { count: null, amount: null, fee: null, tax: null, debit: null, credit: null }
  expect(opening).toEqual({ ...common, id: '2026-11:opening', line: 'opening', ...empty, balance: 5n })
  expect(linesOfMonth(month).map(({ closed }) => closed)).toEqual([false, false, false, false])
})

it('a month is that of the calendar of its zone, to its last second', () => {
  const startOfDecember = Date.UTC(2026, 11, 1) / 1000 - 5.5 * HOUR
  const november = {
    month: '2026-11',
    starts_at: Date.UTC(2026, 10, 1) / 1000 - 5.5 * HOUR,
    ends_at: startOfDecember - 1,
  }
  expect(monthAt(startOfDecember - 1, 'Asia/Kolkata')).toEqual(november)
  expect(monthAt(startOfDecember, 'Asia/Kolkata')).toMatchObject({ month: '2026-12' })
  expect(monthAt(Date.UTC(2026, 1, 3) / 1000, 'Asia/Kolkata')).toMatchObject({ month: '2026-02' })
})

it('a month is over an hour after its end', () => {
  expect(isOver({ ...month, ends_at: 100 }, 100 + HOUR)).toBe(false)
  expect(isOver({ ...month, ends_at: 100 }, 101 + HOUR)).toBe(true)
})

it('fees are those of payments, zero without one', () => {
  expect(feesOfMonth(month)).toEqual({
    id: '2026-11',
    month: '2026-11',
    time_zone: 'Asia/Kolkata',
    currency: 'INR',
    count: 2,
    amount: 1000n,
    net: 20n,
    tax: 4n,
    fee: 24n,
    closed: false,
  })
  expect(feesOfMonth({ ...month, closed_at: 7 })).toMatchObject({ closed: true })
  expect(feesOfMonth({ ...month, kinds: month.kinds.toReversed() })).toMatchObject({ count: 2, fee: 24n })
  expect(feesOfMonth({ ...month, kinds: [] })).toMatchObject({
    count: 0,
    amount: 0n,
    fee: 0n,
    tax: 0n,
    net: 0n,
  })
})
