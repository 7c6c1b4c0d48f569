import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A payout of the account. @throws record_not_found */
export async function findPayout(context: Context, id: string) {
  const row = await context.tables.payouts.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!row)
    throw refused('record_not_found', `There is no payout ${id} in this account and mode.`, { field: 'id' })
  return row
}
