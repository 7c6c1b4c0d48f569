import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A refund of the account. @throws record_not_found */
export async function findRefund(context: Context, id: string, paymentId?: string) {
  const row = await context.tables.refunds.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!row || (paymentId !== undefined && row.payment_id !== paymentId)) {
    throw refused('record_not_found', `There is no refund ${id} in this account and mode.`, {
      field: paymentId === undefined ? 'id' : 'refund_id',
    })
  }
  return row
}
