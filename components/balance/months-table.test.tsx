import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { BalanceMonth } from '#lib/domain/balance/schema.ts'
import { MonthsTable } from './months-table.tsx'

const sums = { count: 1, fee: 0n, tax: 0n }
const month: BalanceMonth = {
  month: '2026-11',
  starts_at: 1_793_471_400,
  ends_at: 1_796_063_399,
  time_zone: 'Asia/Kolkata',
  currency: 'INR',
  opening: 10_000n,
  closing: 30_000n,
  closed_at: null,
  kinds: [{ kind: 'capture', amount: 20_000n, credit: 20_000n, debit: 0n, ...sums }],
}

it('says on a phone, where there are no column headers, what each amount is', () => {
  const cells = renderToStaticMarkup(<MonthsTable months={[month]} />)
    .split(/<t[dh] /)
    .filter((cell) => cell.includes('data-place='))
    .map((cell) => [/data-label="([^"]+)"/.exec(cell)?.[1], /₹[\d,.]+/.exec(cell)?.[0]])
  expect(cells.filter(([, amount]) => amount !== undefined)).toEqual([
    ['Opening', '₹100.00'],
    ['Payments', '₹200.00'],
    ['Closing', '₹300.00'],
  ])
})
