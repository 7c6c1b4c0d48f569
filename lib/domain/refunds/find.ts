import { findRecord, lockRecord, recordNotFound } from '#lib/domain/record.ts'
import type { refunds } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'

export type RefundRow = Plain<refunds>

/** A refund of the account. @throws record_not_found, also for a refund of another payment */
export async function findRefund(context: Context, id: string, paymentId?: string): Promise<RefundRow> {
  const row = await findRecord<RefundRow>(context, 'refunds', id)
  if (paymentId === undefined) return existingRefund(row, id)
  return existingRefund(row?.payment_id === paymentId ? row : null, id, 'refund_id')
}

/** The same, locked until the transaction ends. */
export async function lockRefund(context: Context, id: string): Promise<RefundRow> {
  return existingRefund(await lockRecord<RefundRow>(context, 'refunds', id), id)
}

/** @throws record_not_found */
export function existingRefund<R>(row: R | null, id: string, field = 'id'): R {
  if (row) return row
  throw recordNotFound('refund', id, field)
}

/** Changes a refund if it still has the status that the decision was based on. @returns the refund after the change */
export function changeRefund(context: Context, refund: RefundRow, set: Partial<RefundRow>): RefundRow {
  const { account_id, id, status } = refund
  context.changes.update('refunds', { account_id, id }, { status }, set)
  const changed = { ...refund, ...set }
  context.countChange('refunds', refund, changed)
  return changed
}
