import { expect, it } from 'vitest'
import { assertBillSendable, assertLinkSendable, assertReceiptSendable } from './rules.ts'

const ways = { bank: true, wallet: false }
const order = { id: 'order_NfLw3gQ81xRt0a', status: 'attempted', authorized: false }
const reason = (value: string) => expect.objectContaining({ reason: value })

it('a receipt is of a captured payment', () => {
  expect(() => assertReceiptSendable({ captured: true })).not.toThrow()
  expect(() => assertReceiptSendable({ captured: false })).toThrow(reason('payment_not_captured'))
})

it('a payment link is of an order that can be paid', () => {
  expect(() => assertLinkSendable(order, ways)).not.toThrow()
  expect(() => assertLinkSendable({ ...order, status: 'paid' }, ways)).toThrow(reason('order_already_paid'))
  const pending = { ...order, authorized: true }
  expect(() => assertLinkSendable(pending, ways)).toThrow(reason('order_has_authorized_payment'))
  const none = { bank: false, wallet: false }
  expect(() => assertLinkSendable(order, none)).toThrow(reason('acquirer_not_configured'))
})

it('a deleted bill is not sent', () => {
  expect(() => assertBillSendable({ status: 'issued' })).not.toThrow()
  expect(() => assertBillSendable({ status: 'deleted' })).toThrow(reason('bill_deleted'))
})
