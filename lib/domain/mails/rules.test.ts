import { expect, it } from 'vitest'
import { billSendable, linkSendable, receiptSendable } from './rules.ts'

const ways = { bank: true, wallet: false }
const order = { id: 'order_NfLw3gQ81xRt0a', status: 'attempted', authorized: false }
const reason = (value: string) => expect.objectContaining({ reason: value })

it('a receipt is of a captured payment', () => {
  expect(() => receiptSendable({ captured: true })).not.toThrow()
  expect(() => receiptSendable({ captured: false })).toThrow(reason('payment_not_captured'))
})

it('a payment link is of an order that can be paid', () => {
  expect(() => linkSendable(order, ways)).not.toThrow()
  expect(() => linkSendable({ ...order, status: 'paid' }, ways)).toThrow(reason('order_already_paid'))
  const held = { ...order, authorized: true }
  expect(() => linkSendable(held, ways)).toThrow(reason('order_has_authorized_payment'))
  const none = { bank: false, wallet: false }
  expect(() => linkSendable(order, none)).toThrow(reason('acquirer_not_configured'))
})

it('a deleted bill is not sent', () => {
  expect(() => billSendable({ status: 'issued' })).not.toThrow()
  expect(() => billSendable({ status: 'deleted' })).toThrow(reason('bill_deleted'))
})
