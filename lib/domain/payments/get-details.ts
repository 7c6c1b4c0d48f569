import { z } from 'zod'
import { namesOf } from '#lib/domain/customers/find.ts'
import { findPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import {
  assertCapturable,
  assertReceiptSendable,
  feesOfCapture,
  refundable,
} from '#lib/domain/payments/rules.ts'
import { PaymentDetails } from '#lib/domain/payments/schema.ts'
import { canBeInstant, refundAmount } from '#lib/domain/refunds/rules.ts'
import { assertTransferable, leftToTransfer } from '#lib/domain/transfers/rules.ts'
import { ruleErrorOf } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const getPaymentDetails = defineOperation({
  name: 'get_payment_details',
  title: 'Get the details of a payment',
  summary:
    'Returns a payment as its page shows it: with its card, its order, and whether it can be captured or refunded now.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('payment') }),
  output: PaymentDetails,
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    const card = await cardOf(context, payment)
    const order = await orderOf(context, payment)
    const state = stateOf(payment)
    return {
      ...payment,
      ...(card === null ? {} : { card }),
      network: card?.network ?? null,
      receipt: order?.receipt ?? null,
      customer_name: (await namesOf(context, [payment])).get(payment.customer_id ?? '') ?? null,
      order_status: order?.status ?? null,
      capture_error: ruleErrorOf(() => assertCapturable(state, order, { amount: state.amount }, context.now)),
      refund_error: ruleErrorOf(() => refundAmount(state, { speed: 'normal' })),
      receipt_error: ruleErrorOf(() => assertReceiptSendable(payment)),
      transfer_error: ruleErrorOf(() => assertTransferable(state, 1, 'amount')),
      refundable: refundable(state),
      transferable: leftToTransfer(state),
      instant_refund: canBeInstant(payment),
      expected_fee: feesOfCapture(state.amount, context.account).fee,
    }
  },
})

function cardOf(context: Context, payment: PaymentRow) {
  if (payment.card_id === null) return null
  return context.tables.cards.findUnique({
    where: { account_id_id: { account_id: context.account.id, id: payment.card_id } },
  })
}

function orderOf(context: Context, payment: PaymentRow) {
  if (payment.order_id === null) return null
  return context.tables.orders.findUnique({
    where: { account_id_id: { account_id: context.account.id, id: payment.order_id } },
  })
}

function stateOf(payment: PaymentRow) {
  const { amount, amount_refunded, amount_transferred, capture_by } = payment
  return {
    ...payment,
    amount: Number(amount),
    amount_refunded: Number(amount_refunded),
    amount_transferred: Number(amount_transferred),
    capture_by: capture_by === null ? null : Number(capture_by),
  }
}
