import { expect, it } from 'vitest'
import { type Moved, reportSums } from './rules.ts'

const moved = (kind: string, other: string, credited: boolean, amount: number): Moved => ({
  date: '2026-11-22',
  kind,
  other,
  credited,
  count: 1,
  amount: String(amount),
})

it('keeps what went to wallets and the bank out of the net of sales, and in the change of the balance', () => {
  const sales = [
    moved('capture', 'authorized_payments', true, 10_000),
    moved('capture', 'fees', false, 200),
    moved('capture', 'tax', false, 36),
    moved('refund', 'refunds_pending', false, 3_000),
    moved('refund_failed', 'refunds_pending', true, 500),
  ]
  const out = [
    moved('transfer', 'wallets', false, 2_000),
    moved('transfer_reversed', 'wallets', true, 400),
    moved('settlement', 'settlements_pending', false, 5_000),
    moved('settlement_failed', 'settlements_pending', true, 1_000),
  ]
  expect(reportSums(sales)).toMatchObject({ net: 7_264n, balance_change: 7_264n })
  expect(reportSums([...sales, ...out])).toEqual({
    captured: 10_000n,
    captured_count: 1,
    fees: 200n,
    tax: 36n,
    refunded: 3_000n,
    refunded_count: 1,
    refunds_failed: 500n,
    net: 7_264n,
    transferred: 1_600n,
    settled: 4_000n,
    balance_change: 1_664n,
  })
})
