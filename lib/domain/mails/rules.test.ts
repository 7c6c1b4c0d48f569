import { expect, it } from 'vitest'
import { refusalOf } from '#lib/testing/refusal.ts'
import { assertBillSendable, assertLinkSendable, assertReceiptSendable } from './rules.ts'

const ways = { bank: true, wallet: false }
const order = { id: 'order_NfLw3gQ81xRt0a', status: 'attempted', authorized: false }
const reason = (value: string) => expect.objectContaining({ reason: value })

it('a receipt is of a captured payment', () => {
  expect(() => assertReceiptSendable({ captured: true })).not.toThrow()
  expect(refusalOf(() => assertReceiptSendable({ captured: false }))).toMatchObject({
    reason: 'payment_not_captured',
    message: 'A receipt can be sent once the payment is captured.',
  })
})

it('a payment link is of an order that can be paid', () => {
  expect(() => assertLinkSendable(order, ways)).not.toThrow()
  expect(refusalOf(() => assertLinkSendable({ ...order, status: 'paid' }, ways))).toMatchObject({
    reason: 'order_already_paid',
    metadata: { order_id: order.id },
  })
  const pending = { ...order, authorized: true }
  expect(() => assertLinkSendable(pending, ways)).toThrow(reason('order_has_authorized_payment'))
  const none = { bank: false, wallet: false }
  expect(() => assertLinkSendable(order, none)).toThrow(reason('acquirer_not_configured'))
})

it('a deleted bill is not sent', () => {
  expect(() => assertBillSendable({ status: 'issued' })).not.toThrow()
  expect(() => assertBillSendable({ status: 'deleted' })).toThrow(reason('bill_deleted'))
})
