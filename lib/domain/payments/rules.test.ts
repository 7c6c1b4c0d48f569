import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REASONS, type Reason } from '#lib/pipeline/error-reasons.ts'
import { refusalOf } from '#lib/testing/refusal.ts'
import {
  afterRefund,
  assertCapturable,
  assertReceiptSendable,
  failure,
  feesOfCapture,
  noFailure,
  notesOfPayment,
  refundable,
} from './rules.ts'

const NOW = 1_781_505_000
const payment = {
  id: 'pay_NfLw3gQ81xRt0a',
  status: 'authorized',
  amount: 10_000,
  currency: 'INR',
  captured: false,
  operation: null as string | null,
  capture_by: (NOW + 60) as number | null,
  order_id: 'order_NfLw3gQ81xRt0a' as string | null,
}
const open = { status: 'attempted' }
const request = { amount: 10_000 }
const reason = (name: string, more: object = {}) =>
  expect.objectContaining({
    reason: name,
    metadata: { payment_id: payment.id, order_id: payment.order_id },
    ...more,
  })

describe('capture', () => {
  it.each([
    ['in full', payment, open, request],
    ['with its currency', payment, open, { ...request, currency: 'INR' }],
    ['in the last second', { ...payment, capture_by: NOW }, open, request],
    ['without an end', { ...payment, capture_by: null }, open, request],
    ['without an order', { ...payment, order_id: null }, null, request],
    ['of a part of an order', payment, { status: 'attempted' }, request],
  ])('is allowed %s', (_, state, order, input) => {
    expect(() => assertCapturable(state, order, input, NOW)).not.toThrow()
  })

  const captured = { ...payment, status: 'captured', captured: true }
  it.each<[string, object, { status: string } | null, { amount: number; currency?: string }, object]>([
    ['payment_already_captured', captured, { status: 'paid' }, request, {}],
    ['payment_already_captured', { ...captured, status: 'refunded' }, { status: 'paid' }, request, {}],
    ['operation_in_progress', { ...payment, operation: 'capture' }, open, request, {}],
    ['operation_in_progress', { ...payment, status: 'created', operation: 'authorize' }, open, request, {}],
    ['payment_not_authorized', { ...payment, status: 'created' }, open, request, {}],
    ['payment_not_authorized', { ...payment, status: 'failed' }, open, request, {}],
    ['payment_not_authorized', { ...payment, status: 'failed' }, { status: 'paid' }, request, {}],
    ['authorization_lapsed', { ...payment, capture_by: NOW - 1 }, open, request, {}],
    ['authorization_lapsed', { ...payment, status: 'refunded' }, open, request, {}],
    // A second authorization on a paid order is returned, and the reason tells which of the two it is.
    ['order_paid_by_another_payment', { ...payment, capture_by: NOW - 1 }, { status: 'paid' }, request, {}],
    ['order_paid_by_another_payment', payment, { status: 'paid' }, request, {}],
    ['order_paid_by_another_payment', { ...payment, status: 'refunded' }, { status: 'paid' }, request, {}],
    ['capture_amount_mismatch', payment, open, { amount: 9999 }, { field: 'amount' }],
    ['capture_amount_mismatch', payment, open, { amount: 10_001 }, { field: 'amount' }],
    ['capture_currency_mismatch', payment, open, { amount: 10_000, currency: 'USD' }, { field: 'currency' }],
  ])('is rejected: %s', (name, state, order, input, more) => {
    expect(() => assertCapturable(state as typeof payment, order, input, NOW)).toThrow(reason(name, more))
  })

  it('names the order in its error only when there is one', () => {
    const alone = { ...payment, status: 'failed', order_id: null }
    expect(() => assertCapturable(alone, null, request, NOW)).toThrow(
      expect.objectContaining({ metadata: { payment_id: payment.id } }),
    )
  })
})

describe('fees', () => {
  const rates = { fee_basis_points: 200, tax_basis_points: 1800 }
  it.each([
    [10_000, 236, 36],
    [125_000, 2950, 450],
    [100, 2, 0],
    [1, 0, 0],
    [25, 1, 0],
    // 2 % of 14,000 is 280, 18 % of that 50.4; of 14,125 it is 282.5, which is 283, and 18 % of that 50.94.
    [14_000, 330, 50],
    [14_125, 334, 51],
    [50_000_000_000, 1_180_000_000, 180_000_000],
  ])('of %d are %d, of which %d is tax', (amount, fee, tax) => {
    expect(feesOfCapture(amount, rates)).toEqual({ fee, tax })
  })

  it('include the tax, and never take more than there is at any rate that an account may have', () => {
    const rate = fc.record({ fee_basis_points: fc.nat(5000), tax_basis_points: fc.nat(10_000) })
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 50_000_000_000 }), rate, (amount, some) => {
        const { fee, tax } = feesOfCapture(amount, some)
        expect(tax).toBeGreaterThanOrEqual(0)
        expect(fee).toBeGreaterThanOrEqual(tax)
        // Halves are rounded up twice, so a rate of a half and a tax of as much may come to a subunit or two more.
        expect(fee).toBeLessThanOrEqual(amount + 2)
      }),
    )
  })

  it('are nothing at a rate of nothing', () => {
    expect(feesOfCapture(10_000, { fee_basis_points: 0, tax_basis_points: 1800 })).toEqual({ fee: 0, tax: 0 })
    expect(feesOfCapture(10_000, { fee_basis_points: 200, tax_basis_points: 0 })).toEqual({
      fee: 200,
      tax: 0,
    })
  })
})

describe('refunds of a payment', () => {
  const captured = { status: 'captured', captured: true, amount: 10_000, amount_refunded: 0 }

  it('can take what was captured and not yet refunded', () => {
    expect(refundable(captured)).toBe(10_000)
    expect(refundable({ ...captured, amount_refunded: 2500 })).toBe(7500)
    expect(refundable({ ...captured, status: 'refunded', amount_refunded: 10_000 })).toBe(0)
    expect(refundable({ ...captured, status: 'authorized', captured: false })).toBe(0)
  })

  it.each([
    [0, 2500, { amount_refunded: 2500, refund_status: 'partial', status: 'captured' }],
    [2500, 7500, { amount_refunded: 10_000, refund_status: 'full', status: 'refunded' }],
    [0, 10_000, { amount_refunded: 10_000, refund_status: 'full', status: 'refunded' }],
    [10_000, -2500, { amount_refunded: 7500, refund_status: 'partial', status: 'captured' }],
    [2500, -2500, { amount_refunded: 0, refund_status: null, status: 'captured' }],
  ])('with %d refunded, %d more', (amount_refunded, amount, after) => {
    expect(afterRefund({ ...captured, amount_refunded }, amount)).toEqual(after)
  })

  it('of one that was never captured ends where it began when it fails', () => {
    const authorized = { amount: 10_000, amount_refunded: 0, captured: false }
    expect(afterRefund(authorized, 10_000)).toEqual({
      amount_refunded: 10_000,
      refund_status: 'full',
      status: 'refunded',
    })
    expect(afterRefund({ ...authorized, amount_refunded: 10_000 }, -10_000)).toEqual({
      amount_refunded: 0,
      refund_status: null,
      status: 'authorized',
    })
  })

  it('that fail leave a payment as it was, in whatever order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1e6 }),
        fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 6 }),
        (amount, parts) => {
          let state = {
            amount,
            amount_refunded: 0,
            captured: true,
            status: 'captured',
            refund_status: null as string | null,
          }
          const opened: number[] = []
          for (const part of parts) {
            if (part > refundable(state)) continue
            state = { ...state, ...afterRefund(state, part) }
            opened.push(part)
          }
          for (const part of opened) state = { ...state, ...afterRefund(state, -part) }
          expect(state).toEqual({
            amount,
            amount_refunded: 0,
            captured: true,
            status: 'captured',
            refund_status: null,
          })
        },
      ),
    )
  })
})

describe('failure', () => {
  it('sets every error field of a payment, for every reason', () => {
    for (const name of Object.keys(REASONS) as Reason[]) {
      const { code, description, source, step } = REASONS[name]
      expect(failure(name)).toEqual({
        error_code: code,
        error_description: description,
        error_source: source,
        error_step: step,
        error_reason: name,
      })
      expect(Object.keys(failure(name)).sort()).toEqual(Object.keys(noFailure).sort())
    }
    expect(new Set(Object.values(noFailure))).toEqual(new Set([null]))
  })
})

describe('the notes of a payment', () => {
  const on = { order_notes_on_payments: true }
  const ofOrder = { shop_order: '17', cart: 'x' }

  it('are its own, else those of its order where the account says so', () => {
    expect(notesOfPayment({ a: 'b' }, ofOrder, on)).toEqual({ a: 'b' })
    expect(notesOfPayment({}, ofOrder, on)).toEqual(ofOrder)
    expect(notesOfPayment({}, ofOrder, { order_notes_on_payments: false })).toEqual({})
    expect(notesOfPayment({}, ofOrder, null)).toEqual({})
  })

  it('from an address replace none of the order, and are 15 at most', () => {
    const given = {
      shop_order: '18',
      ...Object.fromEntries(Array.from({ length: 14 }, (_, at) => [at, 'x'])),
    }
    const notes = notesOfPayment(given, ofOrder, on, true)
    expect(notes).toMatchObject({ ...ofOrder, 0: 'x' })
    expect(notesOfPayment({ cart: 'y', a: 'b' }, ofOrder, on, true)).toEqual({ ...ofOrder, a: 'b' })
    expect(Object.keys(notes)).toHaveLength(15)
    expect(notesOfPayment({ a: 'b' }, ofOrder, { order_notes_on_payments: false }, true)).toEqual({ a: 'b' })
  })
})

it('a receipt is of a captured payment', () => {
  expect(() => assertReceiptSendable({ captured: true })).not.toThrow()
  expect(refusalOf(() => assertReceiptSendable({ captured: false }))).toMatchObject({
    reason: 'payment_not_captured',
    message: 'A receipt can be sent once the payment is captured.',
  })
})
