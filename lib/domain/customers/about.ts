import type { CustomerRow } from '#lib/domain/customers/find.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** Adds to customers the number of their payments and the time of the last one, with one query for all. */
export async function aboutCustomers(context: Context, rows: CustomerRow[]) {
  const groups = await context.tables.payments.groupBy({
    by: ['customer_id'],
    where: { account_id: context.account.id, customer_id: { in: rows.map((row) => row.id) } },
    _count: true,
    _max: { created_at: true },
  })
  const paid = new Map(groups.map((group) => [group.customer_id, group]))
  return rows.map((row) => ({
    ...row,
    payments: paid.get(row.id)?._count ?? 0,
    last_payment_at: paid.get(row.id)?._max.created_at ?? null,
  }))
}
