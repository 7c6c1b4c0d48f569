import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** An order of the account. @throws record_not_found; as a 400 where it is a member of a body that names it */
export async function findOrder(context: Context, id: string, field = 'id') {
  const row = await context.tables.orders.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!row) {
    throw refused('record_not_found', `There is no order ${id} in this account and mode.`, {
      field,
      status: field === 'id' ? undefined : 400,
    })
  }
  return row
}

/** The lock that every change of an order or of one of its payments takes first, so that no two wait for each other. */
export async function lockOrder(context: Context, id: string, field = 'id') {
  await context.tables
    .$queryRaw`SELECT 1 FROM orders WHERE account_id = ${context.account.id} AND id = ${id} FOR UPDATE`
  const row = await findOrder(context, id, field)
  return {
    ...row,
    amount: Number(row.amount),
    amount_paid: Number(row.amount_paid),
    first_payment_min_amount:
      row.first_payment_min_amount === null ? null : Number(row.first_payment_min_amount),
  }
}
