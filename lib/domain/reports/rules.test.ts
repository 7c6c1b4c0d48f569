import { describe, expect, it } from 'vitest'
import { refusalOf } from '#lib/testing/refusal.ts'
import { DAY } from '#lib/values/time.ts'
import { type Moved, reportPeriodOf, reportSums } from './rules.ts'

const moved = (kind: string, other: string, credited: boolean, amount: number, count = 1): Moved => ({
  date: '2026-11-22',
  kind,
  other,
  credited,
  count,
  amount: String(amount),
})

it('keeps what went to wallets and the bank out of the net of sales, and in the change of the balance', () => {
  const sales = [
    moved('capture', 'authorized_payments', true, 10_000, 3),
    moved('capture', 'fees', false, 200),
    moved('capture', 'tax', false, 36),
    moved('refund', 'refunds_pending', false, 3_000, 2),
    moved('refund_failed', 'refunds_pending', true, 500),
  ]
  const out = [
    moved('transfer', 'wallets', false, 2_000),
    moved('transfer_reversed', 'wallets', true, 400),
    moved('settlement', 'settlements_pending', false, 5_000),
    moved('settlement_difference', 'bank', false, 7),
    moved('settlement_failed', 'settlements_pending', true, 1_000),
  ]
  expect(reportSums(sales)).toMatchObject({ net: 7_264n, balance_change: 7_264n })
  expect(reportSums([...sales, ...out])).toEqual({
    captured: 10_000n,
    captured_count: 3,
    fees: 200n,
    tax: 36n,
    refunded: 3_000n,
    refunded_count: 2,
    refunds_failed: 500n,
    net: 7_264n,
    transferred: 1_600n,
    settled: 4_007n,
    balance_change: 1_657n,
  })
})

it('adds up the days and counts of each kind', () => {
  const days = [
    moved('capture', 'authorized_payments', true, 1),
    moved('capture', 'authorized_payments', true, 2),
  ]
  expect(reportSums(days)).toMatchObject({ captured: 3n, captured_count: 2, refunded_count: 0 })
  expect(reportSums([])).toMatchObject({ captured: 0n, net: 0n, balance_change: 0n })
})

describe('the period of a report', () => {
  const now = Date.UTC(2026, 10, 28, 12) / 1000
  const periodOf = (sent: Parameters<typeof reportPeriodOf>[0]) =>
    reportPeriodOf(sent, 'yesterday', 'Etc/UTC', now)
  const today = now - DAY / 2

  it('is the one that is named, else the standard one', () => {
    expect(periodOf({})).toEqual({ from: today - DAY, to: today - 1 })
    expect(periodOf({ period: 'today' })).toMatchObject({ from: today })
  })

  it('is the time between its ends, up to now where it has no end', () => {
    expect(periodOf({ from: 5, to: 9 })).toEqual({ from: 5, to: 9 })
    expect(periodOf({ from: 9, to: 9 })).toEqual({ from: 9, to: 9 })
    expect(periodOf({ from: now - 5 })).toEqual({ from: now - 5, to: now })
    expect(periodOf({ from: now + 5 })).toEqual({ from: now + 5, to: now + 5 })
  })

  it('is up to 92 days long', () => {
    expect(periodOf({ from: 0, to: 92 * DAY })).toEqual({ from: 0, to: 92 * DAY })
    const refusal = { reason: 'input_validation_failed', message: 'A period can be up to 92 days.' }
    expect(refusalOf(() => periodOf({ from: 0, to: 92 * DAY + 1 }))).toMatchObject({
      ...refusal,
      field: 'from',
    })
    expect(refusalOf(() => periodOf({ period: '2026-01-01 to 2026-11-15' }))).toMatchObject({
      ...refusal,
      field: 'period',
    })
  })

  it.each([
    [{ period: 'someday' }, 'period', /such as "yesterday"/],
    [{ period: 'today', from: 1 }, 'period', /not both/],
    [{ period: 'today', to: 1 }, 'period', /not both/],
    [{ to: 1 }, 'from', /required beside to/],
    [{ from: 2, to: 1 }, 'from', /later than to/],
  ])('is not %j', (sent, field, message) => {
    expect(refusalOf(() => periodOf(sent))).toMatchObject({
      reason: 'input_validation_failed',
      field,
      message: expect.stringMatching(message),
    })
  })
})
