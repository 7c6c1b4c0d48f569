import { namesOf } from '#lib/domain/customers/find.ts'
import type { OrderRow } from '#lib/domain/orders/find.ts'
import type { orders } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { Columns } from '#lib/query.ts'
import { MINUTE } from '#lib/values/time.ts'

/** How long after the last attempt an unpaid order counts as stuck. */
export const STUCK_AFTER = 30 * MINUTE

/**
 * Adds to orders their customer (the named one, else that of the last payment), who last tried to pay them and when,
 * and how many share their receipt, with three queries for all of them.
 */
export async function aboutOrders(context: Context, rows: OrderRow[]) {
  const account_id = context.account.id
  const payments = await context.tables.payments.findMany({
    where: { account_id, order_id: { in: rows.map((row) => row.id) } },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
    select: { order_id: true, customer_id: true, email: true, contact: true, created_at: true },
  })
  const receipts = rows.flatMap((row) => (row.receipt === null ? [] : [row.receipt]))
  // The same to the letter; the index has them in small letters.
  const uses = await context.rows<Columns<orders, 'receipt'> & { count: number }>(
    `SELECT receipt, count(*)::int AS count FROM orders
     WHERE account_id = $1 AND lower(receipt) = ANY(ARRAY(SELECT lower(shown) FROM unnest($2::text[]) shown))
       AND receipt = ANY($2::text[]) GROUP BY receipt`,
    [account_id, receipts],
  )
  // The latest payment of an order is the last one in the map.
  const latest = new Map(payments.map((payment) => [payment.order_id, payment]))
  const customerOf = (row: OrderRow) => row.customer_id ?? latest.get(row.id)?.customer_id ?? null
  const names = await namesOf(
    context,
    rows.map((row) => ({ customer_id: customerOf(row) })),
  )
  const used = new Map(uses.map((use) => [use.receipt, use.count]))
  return rows.map((row) => {
    const { email = null, contact = null, created_at: last_attempt_at = null } = latest.get(row.id) ?? {}
    const quiet = last_attempt_at === null || Number(last_attempt_at) <= context.now - STUCK_AFTER
    return {
      ...row,
      amount_due: Number(row.amount) - Number(row.amount_paid),
      email,
      contact,
      last_attempt_at,
      stuck: row.status === 'attempted' && !row.authorized && quiet,
      customer_id: customerOf(row),
      customer_name: names.get(customerOf(row) ?? '') ?? null,
      same_receipt: used.get(row.receipt) ?? 1,
    }
  })
}
