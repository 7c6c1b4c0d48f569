import { describe, expect, it } from 'vitest'
import { ruleErrorOf } from '#lib/pipeline/errors.ts'
import type { Capabilities } from '#lib/ports/acquirer-protocol.ts'
import { assertAccepted, assertDirect, assertFewer, assertPaysOut, collectionOf } from './rules.ts'

const capabilities: Capabilities = {
  name: 'First Bank',
  protocol: 1,
  sandbox: false,
  methods: ['card', 'upi'],
  currencies: ['INR'],
  collection: ['hosted'],
  upi_links: false,
  partial_capture: false,
  instant_refunds: false,
  payouts: false,
  settlement: true,
  limits: { min_amount: 100, max_amount: 20_000_000 },
  authorization_seconds: 259_200,
}
const live = { mode: 'live', acquirer: { direct: false, capabilities } } as const
const reasonOf = (run: () => void) => {
  try {
    run()
  } catch (error) {
    return (error as { reason: string }).reason
  }
  return null
}

describe('how payers give their card, bank or UPI ID', () => {
  it.each([
    [{ mode: 'test' } as const, 'direct'],
    [live, 'hosted'],
    [{ mode: 'live', acquirer: { ...live.acquirer, direct: true } } as const, 'direct'],
    [{ mode: 'live', acquirer: null } as const, null],
    [
      {
        mode: 'live',
        acquirer: { direct: false, capabilities: { ...capabilities, collection: ['direct'] } },
      } as const,
      null,
    ],
  ])('%j: %s', (account, collection) => {
    expect(collectionOf(account as Parameters<typeof collectionOf>[0])).toBe(collection)
  })

  it('is not by this server unless that is allowed', () => {
    expect(reasonOf(() => assertDirect(live))).toBe('direct_collection_off')
    expect(reasonOf(() => assertDirect({ mode: 'live' }))).toBe('acquirer_not_configured')
    expect(reasonOf(() => assertDirect({ mode: 'test' }))).toBeNull()
  })
})

describe('what the bank could only reject', () => {
  const payment = { amount: 100, currency: 'INR', method: 'card' }

  it('is a method, a currency or an amount that it does not accept; the limits themselves are accepted', () => {
    for (const amount of [100, 20_000_000])
      expect(reasonOf(() => assertAccepted(live, { ...payment, amount }))).toBeNull()
    for (const wrong of [{ amount: 99 }, { amount: 20_000_001 }, { currency: 'USD' }, { method: 'wallet' }])
      expect(reasonOf(() => assertAccepted(live, { ...payment, ...wrong }))).toBe('acquirer_cannot')
    expect(reasonOf(() => assertAccepted({ mode: 'test' }, { ...payment, amount: 1 }))).toBeNull()
  })

  it('says the limits as money', () => {
    const tooLittle = ruleErrorOf(() => assertAccepted(live, { ...payment, amount: 99 }))
    expect(tooLittle?.description).toBe('First Bank accepts amounts from ₹1.00 to ₹2,00,000.00.')
  })

  it('is a payout, where it makes none', () => {
    expect(reasonOf(() => assertPaysOut(live))).toBe('acquirer_cannot')
    const pays = { ...live, acquirer: { direct: false, capabilities: { ...capabilities, payouts: true } } }
    expect(reasonOf(() => assertPaysOut(pays))).toBeNull()
    expect(reasonOf(() => assertPaysOut({ mode: 'live' }))).toBeNull()
  })
})

it('there is an end to the number of acquirers', () => {
  expect(reasonOf(() => assertFewer(10, 10))).toBe('too_many_acquirers')
  expect(reasonOf(() => assertFewer(9, 10))).toBeNull()
})
