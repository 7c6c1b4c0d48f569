import type { Context } from '#lib/pipeline/operation.ts'

/**
 * Replaces the notes of a record and keeps the former ones in the audit line. Part of a transaction.
 * @returns the record after the change
 */
export function replaceNotes<R extends { account_id: string; id: string; notes: unknown }>(
  context: Context,
  table: 'orders' | 'payments' | 'refunds',
  record: R,
  notes: Record<string, string>,
): R {
  const { account_id, id } = record
  context.noteChange({ notes: record.notes }, { notes })
  context.changes.update(table, { account_id, id }, { notes: record.notes }, { notes })
  return { ...record, notes }
}
