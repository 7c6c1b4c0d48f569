import type { Part } from '#lib/database/query.ts'
import { addTransferred } from '#lib/domain/payments/find.ts'
import { findRecord, recordNotFound, recordPart } from '#lib/domain/record.ts'
import type { transfers } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'

export type TransferRow = Plain<transfers>

/** A transfer of the account. @throws record_not_found */
export async function findTransfer(context: Context, id: string): Promise<TransferRow> {
  return existingTransfer(await findRecord<TransferRow>(context, 'transfers', id), id)
}

/** The same, locked until the transaction ends. */
export async function lockTransfer(context: Context, id: string): Promise<TransferRow> {
  const { transfer } = await context.read<{ transfer: TransferRow }>(transferParts(context, id))
  return existingTransfer(transfer, id)
}

/** A transfer for `context.read`. In a transaction the payment that funds it is locked first, as everywhere. */
export function transferParts(context: Context, id: string): { payment?: Part; transfer: Part } {
  const transfer = recordPart(context, 'transfers', id)
  if (!context.locked) return { transfer }
  const sql = `SELECT payments.id FROM transfers JOIN payments
                 ON payments.account_id = transfers.account_id AND payments.id = transfers.source
               WHERE transfers.account_id = ? AND transfers.id = ?`
  return { payment: { sql, values: [context.account.id, id], lock: 'payments' }, transfer }
}

/** Subtracts the amount of a transfer from the transferred amount of its payment, if a payment funds it. */
export function untransfer(context: Context, { source }: TransferRow, amount: number): void {
  if (source.startsWith('pay_') && amount > 0) addTransferred(context, source, -amount)
}

/** @throws record_not_found */
export function existingTransfer<R>(transfer: R | null, id: string): R {
  if (transfer) return transfer
  throw recordNotFound('transfer', id)
}

/**
 * Changes a transfer if it still has the status that the decision was based on. @returns the transfer after the change
 */
export function changeTransfer(
  context: Context,
  transfer: TransferRow,
  set: Partial<TransferRow>,
): TransferRow {
  const { account_id, id, status, amount_reversed } = transfer
  context.changes.update('transfers', { account_id, id }, { status, amount_reversed }, set)
  return { ...transfer, ...set }
}

/**
 * Adds to the reversed amount of a transfer if it still has the status that the decision was based on and enough is
 * left.
 */
export function addReversal(context: Context, { account_id, id, status }: TransferRow, amount: number): void {
  context.changes.add({
    table: 'transfers',
    key: { account_id, id },
    expected: { status },
    column: 'amount_reversed',
    delta: amount,
    max: 't.amount',
  })
}
