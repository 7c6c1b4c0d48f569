import { expect, it } from 'vitest'
import { refusalOf } from '#lib/testing/refusal.ts'
import { assertWalletAllowed, assertWalletsAvailable, monthOf, overLimit, usageIn } from './rules.ts'

it('serves the accounts that had the product', () => {
  expect(refusalOf(() => assertWalletsAvailable({ capabilities: ['wallet'] }))).toBeNull()
  expect(refusalOf(() => assertWalletsAvailable({ capabilities: [] }))).toMatchObject({
    reason: 'product_discontinued',
  })
})

it('gives a wallet to an Indian mobile number only', () => {
  expect(refusalOf(() => assertWalletAllowed({ id: 'cust_1', contact: '+919876543210' }))).toBeNull()
  for (const contact of [null, '+60123456789', '+911123456789'])
    expect(refusalOf(() => assertWalletAllowed({ id: 'cust_1', contact }))).toMatchObject({
      reason: 'invalid_mobile_number',
      metadata: { customer_id: 'cust_1' },
    })
})

it('leaves room for what may return, and limits what is added in a month', () => {
  const limits = { wallet_max_balance: 1_000, wallet_monthly_limit: 500 }
  const wallet = { balance: 600, returning_amount: 100, usage: 200 }
  expect(overLimit(wallet, 300, limits)).toBeNull()
  expect(overLimit(wallet, 301, limits)).toBe('balance')
  expect(overLimit({ ...wallet, balance: 0 }, 301, limits)).toBe('month')
  expect(overLimit({ ...wallet, balance: 0 }, 300, limits)).toBeNull()
})

it('counts the usage of a month, which never goes back', () => {
  const wallet = { usage_month: '2026-11', usage: 70n }
  expect(usageIn('2026-11', wallet)).toBe(70n)
  // A clock that is behind.
  expect(usageIn('2026-10', wallet)).toBe(70n)
  expect(usageIn('2026-12', wallet)).toBe(0)
})

it('begins a month at midnight in India', () => {
  expect(monthOf(Date.parse('2026-10-31T18:29:59Z') / 1000)).toBe('2026-10')
  expect(monthOf(Date.parse('2026-10-31T18:30:00Z') / 1000)).toBe('2026-11')
  expect(monthOf(Date.parse('2026-01-15T00:00:00Z') / 1000)).toBe('2026-01')
})
