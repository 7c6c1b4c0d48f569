import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '#lib/testing/refusal.ts'
import {
  assertReasonForApprover,
  assertReasonGiven,
  assertRefundableUnchanged,
  canBeInstant,
  reasonNamed,
  refundAmount,
  uncapturedSpeed,
} from './rules.ts'

const payment = {
  id: 'pay_NfLw3gQ81xRt0a',
  status: 'captured',
  captured: true,
  method: 'card',
  international: false,
  currency: 'INR',
  amount: 10_000,
  amount_refunded: 0,
}
const normal = { speed: 'normal' } as const
const reason = (name: string, more: object = {}) =>
  expect.objectContaining({ reason: name, metadata: { payment_id: payment.id }, ...more })

describe('a refund', () => {
  it('refunds the full remaining amount by default', () => {
    expect(refundAmount(payment, normal)).toBe(10_000)
    expect(refundAmount({ ...payment, amount_refunded: 2500 }, normal)).toBe(7500)
  })

  it.each([100, 9999, 10_000])('refunds %d', (amount) => {
    expect(refundAmount(payment, { ...normal, amount })).toBe(amount)
  })

  it.each<[string, object, object, object]>([
    ['payment_not_captured', { status: 'authorized', captured: false }, {}, {}],
    ['payment_not_captured', { status: 'created', captured: false }, {}, {}],
    ['payment_not_captured', { status: 'failed', captured: false }, {}, {}],
    ['payment_not_captured', { status: 'refunded', captured: false, amount_refunded: 10_000 }, {}, {}],
    ['payment_already_refunded', { status: 'refunded', amount_refunded: 10_000 }, {}, {}],
    ['payment_already_refunded', { status: 'refunded', amount_refunded: 10_000 }, { amount: 100 }, {}],
    ['refund_amount_too_large', {}, { amount: 10_001 }, { field: 'amount' }],
    ['refund_amount_too_large', { amount_refunded: 9000 }, { amount: 1001 }, { field: 'amount' }],
    ['refund_amount_too_small', {}, { amount: 99 }, { field: 'amount' }],
    ['refund_amount_too_small', {}, { amount: 1 }, { field: 'amount' }],
    ['instant_refund_not_possible', { international: true }, { speed: 'optimum' }, { field: 'speed' }],
    ['instant_refund_not_possible', { method: 'wallet' }, { speed: 'optimum' }, { field: 'speed' }],
    ['instant_refund_not_possible', { method: 'emi' }, { speed: 'optimum' }, { field: 'speed' }],
  ])('is rejected: %s', (name, state, request, more) => {
    expect(() => refundAmount({ ...payment, ...state }, { ...normal, ...request })).toThrow(
      reason(name, more),
    )
  })

  it.each([
    ['created', /not completed.* nothing to refund/],
    ['failed', /failed.* nothing to refund/],
    ['authorized', /Capture it before you refund it, or let the authorization expire/],
    ['refunded', /never captured.* returned to the payer in full/],
  ])('says why a payment that is %s and not captured is not refunded', (status, description) => {
    expect(() => refundAmount({ ...payment, status, captured: false }, normal)).toThrow(description)
  })

  it.each([
    ['card', false, true],
    ['upi', false, true],
    ['netbanking', false, true],
    ['wallet', false, false],
    ['emi', false, false],
    ['card', true, false],
  ])('by %s (from abroad: %s) can be instant: %s', (method, international, possible) => {
    expect(canBeInstant({ method, international })).toBe(possible)
    if (possible)
      expect(refundAmount({ ...payment, method, international }, { speed: 'optimum' })).toBe(10_000)
  })

  it('names what is left where it is too large', () => {
    expect(
      refusalOf(() => refundAmount({ ...payment, amount_refunded: 9000 }, { ...normal, amount: 1001 })),
    ).toMatchObject({
      message: expect.stringMatching(/exceeds what is left to refund on this payment: 1000\./),
    })
  })

  it('at the normal speed is possible by every method', () => {
    expect(refundAmount({ ...payment, method: 'emi' }, normal)).toBe(10_000)
  })

  it('to a wallet of this platform is always instant', () => {
    expect(canBeInstant({ method: 'wallet', international: false, wallet: 'openwallet' })).toBe(true)
    expect(canBeInstant({ method: 'wallet', international: false, wallet: 'other' })).toBe(false)
  })

  it.each([
    ['card', { refund_speed: 'optimum' }, 'optimum'],
    ['card', { refund_speed: 'normal' }, 'normal'],
    ['card', { refund_speed: null }, 'normal'],
    ['card', null, 'normal'],
    ['emi', { refund_speed: 'optimum' }, 'normal'],
  ])('of an uncaptured payment by %s, whose order says %j, is %s', (method, order, speed) => {
    expect(uncapturedSpeed({ method, international: false }, order)).toBe(speed)
  })

  it('never refunds more than is left', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
        (amount_refunded, amount) => {
          let given = 0
          try {
            given = refundAmount({ ...payment, amount_refunded }, { ...normal, amount })
          } catch {
            return
          }
          expect(given).toBeGreaterThanOrEqual(100)
          expect(given + amount_refunded).toBeLessThanOrEqual(10_000)
          if (amount !== undefined) expect(given).toBe(amount)
        },
      ),
    )
  })

  it('with an expected amount applies only while that is still left', () => {
    expect(() => assertRefundableUnchanged(payment, 10_000)).not.toThrow()
    expect(() => assertRefundableUnchanged({ ...payment, amount_refunded: 1 }, 10_000)).toThrow(
      reason('refund_amount_changed'),
    )
  })
})

describe('the reason of a refund', () => {
  it('is required of a person whose refund someone else decides on', () => {
    expect(refusalOf(() => assertReasonForApprover({ reason: 'Late' }))).toBeNull()
    const without: Record<string, string>[] = [{}, { reason: '' }]
    for (const notes of without)
      expect(refusalOf(() => assertReasonForApprover(notes))).toMatchObject({
        reason: 'input_validation_failed',
        field: 'notes.reason',
        message: expect.stringMatching(/^Enter a reason\. The person who approves/),
      })
  })

  const list = ['Wrong size', 'Arrived late']
  it.each<[Record<string, string>, string[], boolean]>([
    [{}, [], false],
    [{}, list, false],
    [{ reason: 'Any text' }, [], true],
    [{ reason: 'Wrong size' }, list, true],
  ])('%j is accepted with the list %j (required: %s)', (notes, reasons, required) => {
    expect(() => assertReasonGiven(notes, { reasons, required })).not.toThrow()
  })

  it.each<[Record<string, string>, string[], boolean, string]>([
    [{}, [], true, 'Enter a reason.'],
    [{ reason: '' }, list, true, 'Choose a reason.'],
    [{ reason: 'wrong size' }, list, false, 'Choose a reason.'],
  ])('%j is rejected with the list %j (required: %s)', (notes, reasons, required, message) => {
    expect(refusalOf(() => assertReasonGiven(notes, { reasons, required }))).toMatchObject({
      reason: 'input_validation_failed',
      message,
      field: 'notes.reason',
    })
  })
})

it.each([
  ['Goods returned', 'Goods returned'],
  ['GOODS_RETURNED', 'Goods returned'],
  [' goods-returned ', 'Goods returned'],
  ['माल वापस', 'माल वापस'],
  ['***', '***'],
  [' ***', '***'],
  ['ＧＯＯＤＳ returned', 'Goods returned'],
  ['Goods -- returned', 'Goods returned'],
  ['Goodsreturned', null],
  ['Goods', null],
  ['', null],
  ['--', null],
])('a cell with %j names the reason %j of a list', (text, named) => {
  expect(reasonNamed(text, ['Goods returned', 'माल वापस', '***'])).toBe(named)
})

it('takes any text as a reason where there is no list', () => {
  expect(reasonNamed('Late', [])).toBe('Late')
  expect(reasonNamed('goods_returned', [])).toBe('Goods returned')
})
