import type { Part } from '#lib/database/query.ts'
import { changePayment, isFromOwnWallet, type PaymentRow } from '#lib/domain/payments/find.ts'
import { afterRefund } from '#lib/domain/payments/rules.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { changeRefund, type RefundRow } from '#lib/domain/refunds/find.ts'
import { Refund } from '#lib/domain/refunds/schema.ts'
import { transferDescription } from '#lib/domain/transfers/send.ts'
import { moveWallet, refuseCredit, type WalletRow } from '#lib/domain/wallets/move.ts'
import type { LedgerAccount } from '#lib/ledger/accounts.ts'
import { post } from '#lib/ledger/post.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The events of a refund that opens. A wallet is credited at once. */
export const REFUND_EVENTS = ['refund.created', 'refund.processed', 'wallet.credited']

type NewRefund = {
  amount: number
  speed: 'normal' | 'optimum'
  receipt?: string | null | undefined
  notes: Record<string, string>
  /** Whether it automatically returns a payment that was never captured. */
  automatic: boolean
}

/** The rows that a refund depends on: its payment, the wallet that paid it, the refund with the same receipt. */
type Refunded = { payment: PaymentRow; wallet: WalletRow | null; used?: { id: string } | null }

/** The wallet of this platform that paid a payment, for `context.read`. */
export function payingWalletPart({ account }: Context, paymentId: string): Part {
  return {
    sql: `SELECT wallets.* FROM payments JOIN wallets
            ON wallets.account_id = payments.account_id AND wallets.customer_id = payments.customer_id
          WHERE payments.account_id = ? AND payments.id = ? AND payments.wallet = 'openwallet'`,
    values: [account.id, paymentId],
  }
}

/** The refund of a payment with the same receipt, for `context.read`. */
export function receiptPart(
  { account }: Context,
  paymentId: string,
  receipt: string | null | undefined,
): Part {
  return {
    sql: 'SELECT id FROM refunds WHERE account_id = ? AND payment_id = ? AND receipt = ?',
    values: [account.id, paymentId, receipt ?? null],
  }
}

/**
 * Opens a refund: row, payment, ledger, event and the job that sends it to the bank, with the changes of the
 * transaction. The money is deducted from the merchant's balance here, so it cannot be spent twice.
 * @throws insufficient_balance, refund_receipt_used, wallet_limit_exceeded
 */
export function openRefund(
  context: Context,
  { payment, wallet, used }: Refunded,
  request: NewRefund,
): RefundRow {
  const about = { metadata: { payment_id: payment.id } }
  if (used)
    throw refused('refund_receipt_used', undefined, {
      field: 'receipt',
      metadata: { ...about.metadata, refund_id: used.id },
    })
  const { actor, account, now } = context
  const refund: RefundRow = {
    account_id: account.id,
    id: context.newId('refund'),
    amount: request.amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: request.notes,
    receipt: request.receipt ?? null,
    acquirer_data: {},
    batch_id: null,
    status: 'pending',
    speed_requested: request.speed,
    speed_processed: null,
    failure_reason: null,
    automatic: request.automatic,
    created_by: `${actor.kind}:${actor.name}`,
    // An automatic return is not an action of the key.
    key_id: actor.kind === 'key' && !request.automatic ? actor.id : null,
    created_at: now,
    finished_at: null,
  }
  const refunded = changePayment(context, payment, afterRefund(payment, request.amount))
  post(
    context,
    {
      kind: 'refund',
      reference: `refund:${refund.id}`,
      payment_id: payment.id,
      refund_id: refund.id,
      legs: [{ debit: sourceOf(payment), credit: 'refunds_pending', amount: request.amount }],
    },
    () => refused('insufficient_balance', undefined, about),
  )
  context.emit({ event: 'refund.created', ...aboutRefund(refund, refunded) })
  context.changes.insert('refunds', { ...refund })
  context.countChange('refunds', null, refund)
  if (isFromOwnWallet(payment)) return giveToWallet(context, refund, refunded, wallet)
  context.enqueue('process-refund', { account_id: account.id, refund_id: refund.id })
  return refund
}

/** A wallet of this platform is credited at once. @throws wallet_limit_exceeded */
function giveToWallet(
  context: Context,
  refund: RefundRow,
  payment: PaymentRow,
  wallet: WalletRow | null,
): RefundRow {
  const { amount } = refund
  const moved = moveWallet(context, wallet, {
    customer_id: payment.customer_id ?? '',
    source: refund.id,
    type: 'refund',
    credit: amount,
    debit: 0,
    description: transferDescription(refund.notes),
    kind: 'refund_processed',
    reference: `refund_processed:${refund.id}`,
    payment_id: payment.id,
    refund_id: refund.id,
    legs: [{ debit: 'refunds_pending', credit: 'wallets', amount }],
    // The wallet reserved room for an uncaptured amount; a captured amount counts against its limits again.
    returning: refund.automatic ? -amount : 0,
    limited: !refund.automatic,
  })
  if (!moved) refuseCredit(context, wallet, amount)
  const end = { status: 'processed', speed_processed: 'instant', finished_at: context.now }
  const processed = changeRefund(context, refund, end)
  context.emit({ event: 'refund.processed', ...aboutRefund(processed, payment) })
  context.emit({ event: 'wallet.credited', ...aboutRefund(processed, payment) })
  return processed
}

/** The payload of a refund's events. */
export function aboutRefund(refund: RefundRow, payment: PaymentRow) {
  return {
    payload: { refund: Refund.parse(refund), payment: Payment.parse(payment) },
    payment_id: payment.id,
    order_id: payment.order_id,
  }
}

/** The account that a refund is deducted from, and returned to if it fails. */
export function sourceOf(payment: { captured: boolean }): LedgerAccount {
  return payment.captured ? 'merchant_balance' : 'authorized_payments'
}
