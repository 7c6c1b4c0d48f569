import { holdable } from '#lib/domain/transfers/rules.ts'
import { Transfer } from '#lib/domain/transfers/schema.ts'
import { moveWallet, refuseCredit } from '#lib/domain/wallets/move.ts'
import { openWallet } from '#lib/domain/wallets/open.ts'
import { post } from '#lib/ledger/post.ts'
import { codesOf } from '#lib/pipeline/availability.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { TransferRow } from './find.ts'

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

/**
 * Takes the amount from the merchant's balance and gives it to the wallet, which is made when there is none; on hold,
 * it waits between the two. Part of a transaction.
 * @throws insufficient_balance, invalid_mobile_number, wallet_limit_exceeded
 */
export async function sendTransfer(
  context: Context,
  customer: { id: string; contact: string | null },
  asked: NewTransfer,
): Promise<TransferRow> {
  holdable(asked, context.now)
  await openWallet(context, customer)
  const transfer = await context.tables.transfers.create({
    data: rowOf(context, customer.id, asked, asked.on_hold ? 'created' : 'processed'),
  })
  if (asked.on_hold) await hold(context, transfer)
  else await credit(context, transfer, 'merchant_balance')
  return transfer
}

/** What a transfer that was refused leaves: its row as failed, and the event. A transaction of its own. */
export async function recordFailedTransfer(
  context: Context,
  customerId: string,
  asked: NewTransfer,
  reason: Reason,
): Promise<TransferRow> {
  const failed = await context.tables.transfers.create({
    data: { ...rowOf(context, customerId, { ...asked, on_hold: false }, 'failed'), failure_reason: reason },
  })
  context.about(failed.id)
  tell(context, 'transfer_failed', failed)
  return failed
}

/** Gives a wallet the amount of a transfer, and tells of it. */
export async function credit(
  context: Context,
  transfer: TransferRow,
  from: 'merchant_balance' | 'transfers_on_hold',
): Promise<void> {
  const amount = Number(transfer.amount - transfer.amount_reversed)
  const moved = await withBalance(
    moveWallet(context, {
      customer_id: transfer.recipient,
      source: transfer.id,
      type: 'transfer',
      credit: amount,
      debit: 0,
      description: descriptionOf(transfer.notes),
      kind: 'transfer',
      reference: `transfer:${transfer.id}`,
      payment_id: transfer.source.startsWith('pay_') ? transfer.source : null,
      legs: [{ debit: from, credit: 'wallets', amount }],
      limited: true,
    }),
  )
  if (moved === null) await refuseCredit(context, transfer.recipient, amount)
  context.about(transfer.id)
  tell(context, 'transfer_processed', transfer)
  context.emit({
    event: 'wallet.credited',
    payload: { transfer: Transfer.parse(transfer) },
    customer_id: transfer.recipient,
  })
}

async function hold(context: Context, transfer: TransferRow): Promise<void> {
  await withBalance(
    post(context, {
      kind: 'transfer_held',
      reference: `transfer_held:${transfer.id}`,
      legs: [{ debit: 'merchant_balance', credit: 'transfers_on_hold', amount: Number(transfer.amount) }],
    }),
  )
  context.about(transfer.id)
  if (transfer.on_hold_until !== null) {
    await context.enqueue(
      'release-transfer',
      { account_id: context.account.id, transfer_id: transfer.id },
      { after: Number(transfer.on_hold_until) - context.now },
    )
  }
}

/** 23514 is the check that the merchant's balance does not fall below zero. */
async function withBalance<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    if (codesOf(thrown).includes('23514')) throw refused('insufficient_balance')
    throw thrown
  }
}

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

/** The line of the statement, from the notes: what they call description, else nothing. */
export function descriptionOf(notes: unknown): string | null {
  const description = (notes as Record<string, unknown> | null)?.description
  return typeof description === 'string' && description !== '' ? cut(description, 255) : null
}

function rowOf(context: Context, recipient: string, asked: NewTransfer, status: string) {
  return {
    account_id: context.account.id,
    id: context.newId('transfer'),
    status,
    source: asked.source,
    recipient,
    amount: asked.amount,
    currency: asked.currency,
    notes: asked.notes,
    linked_account_notes: asked.linked_account_notes,
    on_hold: asked.on_hold,
    on_hold_until: asked.on_hold ? (asked.on_hold_until ?? null) : null,
    created_by: `${context.actor.kind}:${context.actor.name}`,
    created_at: context.now,
    processed_at: status === 'processed' ? context.now : null,
  }
}

/** The beginning of a text, never half of a character. */
function cut(text: string, length: number): string {
  const start = text.slice(0, length)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
