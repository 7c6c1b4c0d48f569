import { findRecord, recordNotFound } from '#lib/domain/record.ts'
import type { payouts } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'

export type PayoutRow = Plain<payouts>

/** A payout of the account. @throws record_not_found */
export async function findPayout(context: Context, id: string): Promise<PayoutRow> {
  return existingPayout(await findRecord<PayoutRow>(context, 'payouts', id), id)
}

/** @throws record_not_found */
export function existingPayout<R>(payout: R | null, id: string): R {
  if (payout) return payout
  throw recordNotFound('payout', id)
}
