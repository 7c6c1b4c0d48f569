import { expect, it } from 'vitest'
import { sumLines } from './sum-table.tsx'

it('has payments gross, fees, tax and every other movement, which add up to the settlement', () => {
  const kinds = [
    { kind: 'capture', count: 2, amount: 10_000n, fee: 236n, tax: 36n, credit: 9_764n, debit: 0n },
    { kind: 'refund', count: 1, amount: 1_000n, fee: 0n, tax: 0n, credit: 0n, debit: 1_000n },
    { kind: 'transfer', count: 1, amount: 500n, fee: 0n, tax: 0n, credit: 0n, debit: 500n },
  ] as const
  const lines = sumLines([...kinds])
  expect(lines.map(({ label, amount }) => [label, amount])).toEqual([
    ['Payments, gross', 10_000n],
    ['Fees', -200n],
    ['Tax on fees', -36n],
    ['Refunds', -1_000n],
    ['Transfers', -500n],
  ])
  expect(lines.reduce((sum, { amount }) => sum + amount, 0n)).toBe(9_764n - 1_500n)
})
