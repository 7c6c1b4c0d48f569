import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '#lib/testing/refusal.ts'
import {
  afterAttempt,
  assertLinkSendable,
  assertPayable,
  captureDeadline,
  capturesAutomatically,
  minPayment,
  settle,
} from './rules.ts'

const order = {
  id: 'order_NfLw3gQ81xRt0a',
  amount: 10_000,
  amount_paid: 0,
  currency: 'INR',
  status: 'created',
  partial_payment: false,
  first_payment_min_amount: null,
  method: null,
}
const request = { amount: 10_000, currency: 'INR', method: 'card' }
const reason = (name: string, more: object = {}) =>
  expect.objectContaining({ reason: name, metadata: { order_id: order.id }, ...more })

describe('one more attempt on an order', () => {
  it.each(['created', 'attempted'])('is allowed on a %s order', (status) => {
    expect(() => assertPayable({ ...order, status }, request, false)).not.toThrow()
  })

  it('is rejected once the order is paid, whatever else is wrong', () => {
    const paid = { ...order, status: 'paid', amount_paid: 10_000 }
    expect(() => assertPayable(paid, { ...request, amount: 1, currency: 'USD' }, true)).toThrow(
      reason('order_already_paid'),
    )
  })

  it('is rejected while a payment of it is authorized', () => {
    expect(() => assertPayable(order, request, true)).toThrow(reason('order_has_authorized_payment'))
  })

  it('is for the currency of the order', () => {
    expect(() => assertPayable(order, { ...request, currency: 'USD' }, false)).toThrow(
      reason('order_currency_mismatch', { field: 'currency' }),
    )
  })

  it('is by the method of the order, if it names one', () => {
    const byUpi = { ...order, method: 'upi' }
    expect(() => assertPayable(byUpi, { ...request, method: 'upi' }, false)).not.toThrow()
    expect(() => assertPayable(byUpi, request, false)).toThrow(
      reason('input_validation_failed', { field: 'method' }),
    )
  })

  it.each([9999, 10_001, 1])('is for the whole amount, not for %d', (amount) => {
    expect(() => assertPayable(order, { ...request, amount }, false)).toThrow(
      reason('order_amount_mismatch', { field: 'amount' }),
    )
  })

  it.each([
    // amount, paid, first_payment_min_amount, tried, allowed
    [10_000, 0, null, 100, true],
    [10_000, 0, null, 99, false],
    [10_000, 0, 2500, 2500, true],
    [10_000, 0, 2500, 2499, false],
    [10_000, 0, 2500, 10_000, true],
    [10_000, 0, 2500, 10_001, false],
    [10_000, 2500, 2500, 100, true],
    [10_000, 2500, 2500, 7500, true],
    [10_000, 2500, 2500, 7501, false],
    [10_000, 9950, null, 50, true],
    [10_000, 9950, null, 49, false],
    [10_000, 9950, null, 51, false],
    [10_000, 10_000, null, 0, true],
  ])(
    'in parts, of %d with %d paid and first %s: %d is %s',
    (amount, amount_paid, first_payment_min_amount, tried, allowed) => {
      const parts = {
        ...order,
        amount,
        amount_paid,
        first_payment_min_amount,
        partial_payment: true,
        status: 'attempted',
      }
      const attempted = () => assertPayable(parts, { ...request, amount: tried }, false)
      if (allowed) expect(attempted).not.toThrow()
      else expect(attempted).toThrow(reason('order_amount_mismatch'))
    },
  )

  it.each([
    [{}, { currency: 'USD' }, "The currency must be INR, the order's currency."],
    [{ method: 'upi' }, {}, 'This order can only be paid by upi.'],
    [{ amount_paid: 1 }, {}, 'The amount must be 9999, the amount due on the order.'],
    [
      { partial_payment: true, amount_paid: 1 },
      {},
      'The amount must be between 100 and 9999, the amount due on the order.',
    ],
  ])('says what would be right: %j, %j', (state, change, message) => {
    expect(
      refusalOf(() => assertPayable({ ...order, ...state }, { ...request, ...change }, false)),
    ).toMatchObject({ message })
  })

  it('is of all that is due where the order takes no parts', () => {
    expect(minPayment({ ...order, amount_paid: 2_500 })).toBe(7_500)
    expect(minPayment({ ...order, first_payment_min_amount: 2_500 })).toBe(10_000)
  })

  it('is counted, and begins the order', () => {
    expect(afterAttempt({ attempts: 0, status: 'created' })).toEqual({ attempts: 1, status: 'attempted' })
    expect(afterAttempt({ attempts: 1, status: 'paid' })).toEqual({ attempts: 2, status: 'paid' })
  })

  it('never lets more be paid than is due, and always lets what is due be paid', () => {
    const state = fc
      .tuple(
        fc.integer({ min: 100, max: 1e9 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        fc.option(fc.integer({ min: 100, max: 1e9 })),
      )
      .map(([amount, share, partial_payment, first]) => ({
        ...order,
        amount,
        amount_paid: Math.floor((amount - 1) * share),
        partial_payment,
        first_payment_min_amount: first === null ? null : Math.min(first, amount),
      }))
    fc.assert(
      fc.property(state, fc.integer({ min: 1, max: 2e9 }), (some, amount) => {
        const due = some.amount - some.amount_paid
        expect(() => assertPayable(some, { ...request, amount: due }, false)).not.toThrow()
        expect(minPayment(some)).toBeLessThanOrEqual(due)
        if (amount > due || amount < minPayment(some))
          expect(() => assertPayable(some, { ...request, amount }, false)).toThrow(
            reason('order_amount_mismatch'),
          )
      }),
    )
  })
})

describe('what a captured payment makes of its order', () => {
  it.each([
    [10_000, 0, 10_000, { amount_paid: 10_000, status: 'paid' }],
    [10_000, 0, 9999, { amount_paid: 9999, status: 'attempted' }],
    [10_000, 9999, 1, { amount_paid: 10_000, status: 'paid' }],
  ])('of %d with %d paid, %d more', (amount, amount_paid, captured, left) => {
    expect(settle({ amount, amount_paid }, captured)).toEqual(left)
  })
})

describe('the capture of a payment', () => {
  const settings = { payment_capture: true, automatic_expiry_period: null, manual_expiry_period: null }
  const payment = { created_at: 1000 }

  it.each([
    [true, null, 1_000_000, true],
    [true, 12, 1000 + 720, true],
    [true, 12, 1000 + 721, false],
    [false, null, 1000, false],
    [false, 12, 1000, false],
  ])('with payment_capture %s and a period of %s min is automatic at %d: %s', (capture, minutes, now, is) => {
    const order = { ...settings, payment_capture: capture, automatic_expiry_period: minutes }
    expect(capturesAutomatically(order, payment, now)).toBe(is)
  })

  it('is possible for the period of the order, else for that of the account', () => {
    expect(captureDeadline({ ...settings, manual_expiry_period: 20 }, payment, 1500, 300)).toBe(2200)
    expect(captureDeadline(settings, payment, 1500, 300)).toBe(1800)
    expect(captureDeadline(null, payment, 1500, 300)).toBe(1800)
  })
})

it('a payment link is of an order that can be paid', () => {
  const sendable = { id: order.id, status: 'attempted', authorized: false }
  const ways = { bank: true, wallet: false }
  expect(() => assertLinkSendable(sendable, ways)).not.toThrow()
  expect(() => assertLinkSendable({ ...sendable, status: 'paid' }, ways)).toThrow(
    reason('order_already_paid'),
  )
  const pending = { ...sendable, authorized: true }
  expect(() => assertLinkSendable(pending, ways)).toThrow(reason('order_has_authorized_payment'))
  const none = { bank: false, wallet: false }
  expect(() => assertLinkSendable(sendable, none)).toThrow(
    expect.objectContaining({ reason: 'acquirer_not_configured' }),
  )
})
