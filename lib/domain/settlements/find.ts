import { findRecord, recordNotFound } from '#lib/domain/record.ts'
import type { settlements } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'

export type SettlementRow = Plain<settlements>

/** A settlement of the account. @throws record_not_found */
export async function findSettlement(context: Context, id: string): Promise<SettlementRow> {
  return existingSettlement(await findRecord<SettlementRow>(context, 'settlements', id), id)
}

/** @throws record_not_found */
export function existingSettlement<R>(settlement: R | null, id: string): R {
  if (settlement) return settlement
  throw recordNotFound('settlement', id)
}
