import fc from 'fast-check'
import { expect, it } from 'vitest'
import { refusalOf } from '#lib/testing/refusal.ts'
import { assertHoldable, assertTransferable, leftToTransfer, reversal } from './rules.ts'

const payment = {
  id: 'pay_1',
  captured: true,
  currency: 'INR',
  amount: 1_000,
  amount_refunded: 200,
  amount_transferred: 300,
}
const metadata = { payment_id: 'pay_1' }

it('can transfer what was captured, less refunds and transfers, and never less than nothing', () => {
  expect(leftToTransfer(payment)).toBe(500)
  expect(leftToTransfer({ ...payment, captured: false })).toBe(0)
  const amount = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.integer({ min: 1, max: 20_000 }),
      (whole, back, gone, requested) => {
        const one = { ...payment, amount: whole, amount_refunded: back, amount_transferred: gone }
        const left = leftToTransfer(one)
        expect(left).toBe(Math.max(0, whole - back - gone))
        expect(refusalOf(() => assertTransferable(one, requested, 'amount')) === null).toBe(requested <= left)
      },
    ),
  )
})

it('says why a payment cannot be transferred', () => {
  const refusal = (change: Partial<typeof payment>, amount = 1) =>
    refusalOf(() => assertTransferable({ ...payment, ...change }, amount, 'transfers.0.amount'))
  expect(refusal({}, 500)).toBeNull()
  expect(refusal({ captured: false })).toEqual({
    reason: 'payment_not_captured',
    field: undefined,
    metadata,
    message: 'Only captured payments can be transferred.',
  })
  const field = 'transfers.0.amount'
  expect(refusal({ currency: 'MYR' })).toEqual({
    reason: 'input_validation_failed',
    field,
    metadata,
    message: 'Wallets support INR only.',
  })
  expect(refusal({}, 501)).toEqual({
    reason: 'transfer_amount_too_large',
    field,
    metadata,
    message: 'At most 500 of this payment is left to transfer.',
  })
  expect(refusal({ amount_transferred: 800 })?.message).toBe('This payment has no amount left to transfer.')
})

it('holds until a time in the future, and only what is on hold', () => {
  const refusal = (on_hold: boolean, on_hold_until?: number | null) =>
    refusalOf(() => assertHoldable({ on_hold, on_hold_until }, 1_000))
  expect([refusal(true), refusal(false, null), refusal(true, 1_001)]).toEqual([null, null, null])
  expect(refusal(false, 1_001)).toMatchObject({
    reason: 'input_validation_failed',
    field: 'on_hold_until',
    message: 'on_hold_until needs on_hold.',
  })
  expect(refusal(true, 1_000)).toMatchObject({
    reason: 'input_validation_failed',
    field: 'on_hold_until',
    message: 'on_hold_until must be in the future.',
  })
})

it('reverses what is requested or everything that is left', () => {
  const transfer = { id: 'trf_1', status: 'processed', currency: 'INR', amount: 1_000, amount_reversed: 400 }
  expect(reversal(transfer, undefined)).toBe(600)
  expect(reversal(transfer, 600)).toBe(600)
  expect(reversal(transfer, 1)).toBe(1)
  const tooMuch = {
    reason: 'reversal_amount_too_large',
    field: 'amount',
    message: 'At most 600 of this transfer is left to reverse.',
  }
  expect(refusalOf(() => reversal(transfer, 601))).toMatchObject(tooMuch)
  const none = { ...transfer, amount_reversed: 1_000 }
  expect(refusalOf(() => reversal(none, undefined))).toMatchObject({ reason: tooMuch.reason })
  expect(refusalOf(() => reversal({ ...transfer, status: 'failed' }, 1))).toMatchObject({
    reason: 'transfer_failed',
  })
})
