import { recordNotFound } from '#lib/domain/record.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** An event of the account. @throws record_not_found */
export async function findEvent(context: Context, id: string) {
  const row = await context.tables.events.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  return existingEvent(row, id)
}

/** @throws record_not_found */
export function existingEvent<R>(row: R | null, id: string): R {
  if (row) return row
  throw recordNotFound('event', id)
}
