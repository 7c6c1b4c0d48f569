import { isFromOwnWallet } from '#lib/domain/payments/bank-of.ts'
import type { PaymentRow } from '#lib/domain/payments/find.ts'
import { afterRefund } from '#lib/domain/payments/rules.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { Refund } from '#lib/domain/refunds/schema.ts'
import { descriptionOf } from '#lib/domain/transfers/send.ts'
import { moveWallet, refuseCredit } from '#lib/domain/wallets/move.ts'
import type { LedgerAccount } from '#lib/ledger/accounts.ts'
import { post } from '#lib/ledger/post.ts'
import { codesOf } from '#lib/pipeline/availability.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

type NewRefund = {
  amount: number
  speed: 'normal' | 'optimum'
  receipt?: string | null | undefined
  notes: Record<string, string>
  /** Whether it returns automatically what was never captured. */
  automatic: boolean
}

/**
 * Opens a refund of a locked payment: row, payment, ledger, event and the job that takes it to the bank, in the
 * transaction around it. The money leaves the merchant's balance here, so it cannot be spent twice.
 * @throws insufficient_balance, refund_receipt_used
 */
export async function openRefund(context: Context, payment: PaymentRow, asked: NewRefund) {
  if (asked.receipt != null) await refuseUsedReceipt(context, payment.id, asked.receipt)
  const refund = await context.tables.refunds.create({
    data: {
      account_id: context.account.id,
      id: context.newId('refund'),
      amount: asked.amount,
      currency: payment.currency,
      payment_id: payment.id,
      notes: asked.notes,
      receipt: asked.receipt ?? null,
      status: 'pending',
      speed_requested: asked.speed,
      automatic: asked.automatic,
      created_by: `${context.actor.kind}:${context.actor.name}`,
      // What is returned automatically in the course of a payment is not the key's doing.
      key_id: context.actor.kind === 'key' && !asked.automatic ? context.actor.id : null,
      created_at: context.now,
    },
  })
  const state = {
    amount: Number(payment.amount),
    amount_refunded: Number(payment.amount_refunded),
    captured: payment.captured,
  }
  const refunded = await context.tables.payments.update({
    where: { account_id_id: { account_id: context.account.id, id: payment.id } },
    data: afterRefund(state, asked.amount),
  })
  await takeMoney(context, refund.id, payment.id, asked.amount, sourceOf(payment))
  context.emit({
    event: 'refund.created',
    payload: { refund: Refund.parse(refund), payment: Payment.parse(refunded) },
    payment_id: payment.id,
    order_id: payment.order_id,
  })
  if (isFromOwnWallet(payment)) return giveToWallet(context, refund, refunded)
  await context.enqueue('process-refund', { account_id: context.account.id, refund_id: refund.id })
  return refund
}

/** A wallet of this platform gets its money at once. @throws wallet_limit_exceeded */
async function giveToWallet(context: Context, refund: RefundRow, payment: PaymentRow) {
  const amount = Number(refund.amount)
  const customer_id = payment.customer_id ?? ''
  const moved = await moveWallet(context, {
    customer_id,
    source: refund.id,
    type: 'refund',
    credit: amount,
    debit: 0,
    description: descriptionOf(refund.notes),
    kind: 'refund_processed',
    reference: `refund_processed:${refund.id}`,
    payment_id: payment.id,
    refund_id: refund.id,
    legs: [{ debit: 'refunds_pending', credit: 'wallets', amount }],
    // Room was kept for what was never captured; what was captured counts against the limits again.
    returning: refund.automatic ? -amount : 0,
    limited: !refund.automatic,
  })
  if (moved === null) await refuseCredit(context, customer_id, amount)
  const processed = await context.tables.refunds.update({
    where: { account_id_id: { account_id: context.account.id, id: refund.id } },
    data: { status: 'processed', speed_processed: 'instant', finished_at: context.now },
  })
  const about = {
    payload: { refund: Refund.parse(processed), payment: Payment.parse(payment) },
    payment_id: payment.id,
    order_id: payment.order_id,
  }
  context.emit({ event: 'refund.processed', ...about })
  context.emit({ event: 'wallet.credited', ...about })
  return processed
}

type RefundRow = Awaited<ReturnType<Context['tables']['refunds']['create']>>

/** Where the money of a refund comes from, and goes back to when the refund fails. */
export function sourceOf(payment: { captured: boolean }): LedgerAccount {
  return payment.captured ? 'merchant_balance' : 'authorized_payments'
}

async function takeMoney(
  context: Context,
  refundId: string,
  paymentId: string,
  amount: number,
  source: LedgerAccount,
) {
  try {
    await post(context, {
      kind: 'refund',
      reference: `refund:${refundId}`,
      payment_id: paymentId,
      refund_id: refundId,
      legs: [{ debit: source, credit: 'refunds_pending', amount }],
    })
  } catch (thrown) {
    // 23514 is the check that no kept balance falls below zero.
    if (codesOf(thrown).includes('23514'))
      throw refused('insufficient_balance', undefined, { metadata: { payment_id: paymentId } })
    throw thrown
  }
}

async function refuseUsedReceipt(context: Context, paymentId: string, receipt: string) {
  const used = await context.tables.refunds.findFirst({
    where: { account_id: context.account.id, payment_id: paymentId, receipt },
    select: { id: true },
  })
  if (used)
    throw refused('refund_receipt_used', undefined, {
      field: 'receipt',
      metadata: { payment_id: paymentId, refund_id: used.id },
    })
}
