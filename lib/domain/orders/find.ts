import type { Columns } from '#lib/database/query.ts'
import { namesOf } from '#lib/domain/customers/find.ts'
import { findRecord, lockRecord, recordNotFound } from '#lib/domain/record.ts'
import type { orders } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'
import { MINUTE } from '#lib/values/time.ts'

export type OrderRow = Plain<orders>

/** An order of the account. @throws record_not_found; as a 400 if a field of a body names it */
export async function findOrder(context: Context, id: string, field = 'id'): Promise<OrderRow> {
  return existingOrder(await findRecord<OrderRow>(context, 'orders', id), id, field)
}

/** The lock that every change of an order or its payments takes first, to prevent deadlocks. */
export async function lockOrder(context: Context, id: string, field = 'id'): Promise<OrderRow> {
  return existingOrder(await lockRecord<OrderRow>(context, 'orders', id), id, field)
}

/** @throws record_not_found */
export function existingOrder<R>(order: R | null, id: string, field = 'id'): R {
  if (order) return order
  throw recordNotFound('order', id, field, field === 'id' ? undefined : 400)
}

/** Changes an order if it still has the status that the decision was based on. @returns the order after the change */
export function changeOrder<S extends Partial<OrderRow>>(
  context: Context,
  order: OrderRow,
  set: S,
): OrderRow & S {
  const { account_id, id, status, amount_paid, attempts, authorized } = order
  context.changes.update('orders', { account_id, id }, { status, amount_paid, attempts, authorized }, set)
  const changed = { ...order, ...set }
  context.countChange('orders', order, changed)
  return changed
}

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
