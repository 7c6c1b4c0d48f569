import { assertHoldable } from '#lib/domain/transfers/rules.ts'
import { Transfer } from '#lib/domain/transfers/schema.ts'
import { moveWallet, openWallet, refuseCredit, type WalletRow } from '#lib/domain/wallets/move.ts'
import { post } from '#lib/ledger/post.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { TransferRow } from './find.ts'

export const TRANSFER_EVENTS = ['transfer_processed', 'transfer_failed', 'wallet.credited']

export type NewTransfer = {
  amount: number
  currency: string
  notes: Record<string, string>
  linked_account_notes: string[]
  on_hold: boolean
  on_hold_until?: number | null | undefined
  /** A payment, or the account itself. */
  source: string
}

/** The recipient of a transfer: the customer, and their wallet as it was read. */
type Recipient = { id: string; contact: string | null; wallet: WalletRow | null }

/**
 * Moves the amount from the merchant's balance to the wallet, which is created if there is none. On hold, the amount
 * stays between the two. Part of a transaction.
 * @throws insufficient_balance, invalid_mobile_number, wallet_limit_exceeded
 */
export async function sendTransfer(
  context: Context,
  customer: Recipient,
  request: NewTransfer,
): Promise<TransferRow> {
  assertHoldable(request, context.now)
  const wallet = await openWallet(context, customer)
  const transfer = newTransfer(context, customer.id, request, request.on_hold ? 'created' : 'processed')
  if (request.on_hold) hold(context, transfer)
  else credit(context, transfer, wallet, 'merchant_balance')
  return transfer
}

/** Records a failed transfer and its event, in a transaction of its own. */
export function recordFailedTransfer(
  context: Context,
  customerId: string,
  request: NewTransfer,
  reason: Reason,
): TransferRow {
  const failed = newTransfer(context, customerId, { ...request, on_hold: false }, 'failed', reason)
  context.about(failed.id)
  tell(context, 'transfer_failed', failed)
  return failed
}

/** Credits a wallet with the amount of a transfer, and adds the event. @throws wallet_limit_exceeded */
export function credit(
  context: Context,
  transfer: TransferRow,
  wallet: WalletRow | null,
  from: 'merchant_balance' | 'transfers_on_hold',
): void {
  const amount = transfer.amount - transfer.amount_reversed
  const moved = moveWallet(
    context,
    wallet,
    {
      customer_id: transfer.recipient,
      source: transfer.id,
      type: 'transfer',
      credit: amount,
      debit: 0,
      description: transferDescription(transfer.notes),
      kind: 'transfer',
      reference: `transfer:${transfer.id}`,
      payment_id: transfer.source.startsWith('pay_') ? transfer.source : null,
      legs: [{ debit: from, credit: 'wallets', amount }],
      limited: true,
    },
    insufficientBalance,
  )
  if (!moved) refuseCredit(context, wallet, amount)
  context.about(transfer.id)
  tell(context, 'transfer_processed', transfer)
  context.emit({
    event: 'wallet.credited',
    payload: { transfer: Transfer.parse(transfer) },
    customer_id: transfer.recipient,
  })
}

function hold(context: Context, transfer: TransferRow): void {
  post(
    context,
    {
      kind: 'transfer_held',
      reference: `transfer_held:${transfer.id}`,
      legs: [{ debit: 'merchant_balance', credit: 'transfers_on_hold', amount: transfer.amount }],
    },
    insufficientBalance,
  )
  context.about(transfer.id)
  if (transfer.on_hold_until !== null) {
    context.enqueue(
      'release-transfer',
      { account_id: context.account.id, transfer_id: transfer.id },
      { after: transfer.on_hold_until - context.now },
    )
  }
}

const insufficientBalance = () => refused('insufficient_balance')

export function tell(
  context: Context,
  event: 'transfer_processed' | 'transfer_failed',
  transfer: TransferRow,
) {
  context.emit({
    event,
    payload: { transfer: Transfer.parse(transfer) },
    customer_id: transfer.recipient,
    payment_id: transfer.source.startsWith('pay_') ? transfer.source : null,
  })
}

/** The description of the statement entry: the note `description`, else none. */
export function transferDescription(notes: unknown): string | null {
  const description = (notes as Record<string, unknown> | null)?.description
  return typeof description === 'string' && description !== '' ? cut(description, 255) : null
}

function newTransfer(
  context: Context,
  recipient: string,
  request: NewTransfer,
  status: string,
  failure_reason: Reason | null = null,
): TransferRow {
  const row: TransferRow = {
    account_id: context.account.id,
    id: context.newId('transfer'),
    status,
    source: request.source,
    recipient,
    amount: request.amount,
    amount_reversed: 0,
    fees: 0,
    tax: 0,
    recipient_settlement_id: null,
    currency: request.currency,
    notes: request.notes,
    linked_account_notes: request.linked_account_notes,
    on_hold: request.on_hold,
    on_hold_until: request.on_hold ? (request.on_hold_until ?? null) : null,
    failure_reason,
    created_by: `${context.actor.kind}:${context.actor.name}`,
    created_at: context.now,
    processed_at: status === 'processed' ? context.now : null,
  }
  context.changes.insert('transfers', { ...row })
  return row
}

/** Cuts a text without splitting a character. */
function cut(text: string, length: number): string {
  const start = text.slice(0, length)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
