import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A transfer of the account. @throws record_not_found */
export async function findTransfer(context: Context, id: string) {
  const row = await context.tables.transfers.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!row)
    throw refused('record_not_found', `There is no transfer ${id} in this account and mode.`, { field: 'id' })
  return row
}

export type TransferRow = Awaited<ReturnType<typeof findTransfer>>

/** The same, locked until the transaction ends. */
export async function lockTransfer(context: Context, id: string): Promise<TransferRow> {
  await context.tables
    .$queryRaw`SELECT 1 FROM transfers WHERE account_id = ${context.account.id} AND id = ${id} FOR UPDATE`
  return findTransfer(context, id)
}
