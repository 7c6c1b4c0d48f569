import type { CaptureResponse } from '#lib/acquirer/port.ts'
import { settle } from '#lib/domain/orders/rules.ts'
import { Order } from '#lib/domain/orders/schema.ts'
import { isFromOwnWallet } from '#lib/domain/payments/bank-of.ts'
import { finish } from '#lib/domain/payments/bank-operation.ts'
import { lockPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { feesOf } from '#lib/domain/payments/rules.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { arrived } from '#lib/domain/wallets/returning.ts'
import { post } from '#lib/ledger/post.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/**
 * The third step of a capture, in its own transaction: payment, order, ledger and events change together, once.
 * A refusal of the bank only frees the payment.
 */
export async function recordCapture(
  context: Context,
  id: string,
  reference: string,
  answer: CaptureResponse,
): Promise<PaymentRow> {
  const payment = await lockPayment(context, id)
  if (payment.status !== 'authorized' || payment.operation !== 'capture') return payment
  // The payment may be owned by a later capture; what belongs to an earlier one has been recorded.
  const first = await finish(context, reference, answer.outcome === 'refused' ? 'failed' : 'succeeded', [
    'reserved',
  ])
  if (!first) return payment
  const where = { account_id_id: { account_id: context.account.id, id } }
  if (answer.outcome === 'refused')
    return context.tables.payments.update({ where, data: { operation: null } })
  const amount = Number(payment.amount)
  const { fee, tax } = feesOf(amount, context.account)
  const captured = await context.tables.payments.update({
    where,
    data: {
      status: 'captured',
      captured: true,
      captured_at: context.now,
      operation: null,
      fee,
      tax,
      acquirer_data: { ...(payment.acquirer_data as object), ...answer.data },
    },
  })
  await post(context, {
    kind: 'capture',
    reference: `capture:${id}`,
    payment_id: id,
    legs: [
      { debit: 'authorized_payments', credit: 'merchant_balance', amount },
      { debit: 'merchant_balance', credit: 'fees', amount: fee - tax },
      { debit: 'merchant_balance', credit: 'tax', amount: tax },
    ],
  })
  if (isFromOwnWallet(payment) && payment.customer_id !== null)
    await arrived(context, payment.customer_id, amount)
  const about = { payment_id: id, order_id: payment.order_id }
  context.emit({ event: 'payment.captured', payload: { payment: Payment.parse(captured) }, ...about })
  if (payment.order_id !== null) {
    const order = await payOrder(context, payment.order_id, amount)
    if (order.status === 'paid') {
      context.emit({
        event: 'order.paid',
        payload: { payment: Payment.parse(captured), order: Order.parse(order) },
        ...about,
      })
    }
  }
  return captured
}

async function payOrder(context: Context, id: string, captured: number) {
  const where = { account_id_id: { account_id: context.account.id, id } }
  const order = await context.tables.orders.findUniqueOrThrow({ where })
  const paid = settle({ amount: Number(order.amount), amount_paid: Number(order.amount_paid) }, captured)
  return context.tables.orders.update({ where, data: { ...paid, authorized: false } })
}
