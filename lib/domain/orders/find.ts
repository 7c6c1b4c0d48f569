import { findRecord, lockRecord, recordNotFound } from '#lib/domain/record.ts'
import type { orders } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'

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
