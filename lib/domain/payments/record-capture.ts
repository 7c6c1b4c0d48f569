import { changeOrder, type OrderRow } from '#lib/domain/orders/find.ts'
import { settle } from '#lib/domain/orders/rules.ts'
import { Order } from '#lib/domain/orders/schema.ts'
import { type BankOperationRow, finish } from '#lib/domain/payments/bank-operation.ts'
import {
  changePayment,
  existingPayment,
  isFromOwnWallet,
  type PaymentRow,
  paymentParts,
} from '#lib/domain/payments/find.ts'
import { feesOfCapture } from '#lib/domain/payments/rules.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { recordPart } from '#lib/domain/record.ts'
import { arrived } from '#lib/domain/wallets/move.ts'
import { post } from '#lib/ledger/post.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { CaptureResponse } from '#lib/ports/acquirer-protocol.ts'

export const CAPTURE_EVENTS = ['payment.captured', 'order.paid']

/** A payment in progress: its row, and that of its order. */
export type Underway = { payment: PaymentRow; order: OrderRow | null }

/**
 * The third step of a capture, in its own transaction: payment, order, ledger and events change together, once. If the
 * bank declines, the payment is only released.
 * @param known the rows as this request left them, to avoid reading them again
 */
export async function recordCapture(
  context: Context,
  id: string,
  reference: string,
  response: CaptureResponse,
  known?: Underway,
): Promise<PaymentRow> {
  const { payment, order, operation } = await capturing(context, id, reference, known)
  if (payment.status !== 'authorized' || payment.operation !== 'capture') return payment
  // A later capture may own the payment; an earlier one has been recorded.
  if (operation !== 'reserved') return payment
  return applyCapture(context, { payment, order }, reference, response)
}

async function capturing(context: Context, id: string, reference: string, known?: Underway) {
  if (known && !context.locked) return { ...known, operation: 'reserved' }
  const found = await context.read<{
    order: OrderRow
    payment: PaymentRow
    operation: BankOperationRow
  }>({ ...paymentParts(context, id), operation: recordPart(context, 'bank_operations', reference) })
  return {
    payment: existingPayment(found.payment, id),
    order: found.order,
    operation: found.operation?.state,
  }
}

/** The changes of a capture after the bank's response. @returns the payment after the change */
export function applyCapture(
  context: Context,
  { payment, order }: Underway,
  reference: string,
  response: CaptureResponse,
): PaymentRow {
  finish(context, reference, response.outcome === 'refused' ? 'failed' : 'succeeded', 'reserved')
  if (response.outcome === 'refused') return changePayment(context, payment, { operation: null })
  const { amount, id } = payment
  const { fee, tax } = deducted(amount, response.fees) ?? feesOfCapture(amount, context.account)
  const captured = changePayment(context, payment, {
    status: 'captured',
    captured: true,
    captured_at: context.now,
    operation: null,
    fee,
    tax,
    acquirer_data: { ...(payment.acquirer_data as object), ...response.data },
  })
  post(context, {
    kind: 'capture',
    reference: `capture:${id}`,
    payment_id: id,
    legs: [
      { debit: 'authorized_payments', credit: 'merchant_balance', amount },
      { debit: 'merchant_balance', credit: 'fees', amount: fee - tax },
      { debit: 'merchant_balance', credit: 'tax', amount: tax },
    ],
  })
  if (isFromOwnWallet(payment) && payment.customer_id !== null) arrived(context, payment.customer_id, amount)
  const about = { payment_id: id, order_id: payment.order_id }
  context.emit({ event: 'payment.captured', payload: { payment: Payment.parse(captured) }, ...about })
  if (order !== null) {
    const paid = changeOrder(context, order, { ...settle(order, amount), authorized: false })
    if (paid.status === 'paid') {
      context.emit({
        event: 'order.paid',
        payload: { payment: Payment.parse(captured), order: Order.parse(paid) },
        ...about,
      })
    }
  }
  return captured
}

/** What the bank says that it deducts; null where it says nothing, or what cannot be. */
function deducted(
  amount: number,
  fees: Extract<CaptureResponse, { outcome: 'captured' }>['fees'],
): { fee: number; tax: number } | null {
  return fees && fees.tax <= fees.fee && fees.fee <= amount ? fees : null
}
