import { expect, it } from 'vitest'
import { feesOfMonth, linesOfMonth } from './rules.ts'

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

it('fees are those of payments, zero without one', () => {
  const fees = { month: '2026-11', count: 2, amount: 1000n, net: 20n, tax: 4n, fee: 24n, closed: false }
  expect(feesOfMonth(month)).toMatchObject(fees)
  expect(feesOfMonth({ ...month, kinds: [] })).toMatchObject({ count: 0, fee: 0n })
})
