import { findRecord, lockRecord, recordNotFound } from '#lib/domain/record.ts'
import type { orders } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'

export type OrderRow = Plain<orders>

/** An order of the account. @throws record_not_found; as a 400 where it is a field of a body that names it */
export async function findOrder(context: Context, id: string, field = 'id'): Promise<OrderRow> {
  return existing(await findRecord<OrderRow>(context, 'orders', id), id, field)
}

/** The lock that every change of an order or of one of its payments takes first, so that no two wait for each other. */
export async function lockOrder(context: Context, id: string, field = 'id'): Promise<OrderRow> {
  return existing(await lockRecord<OrderRow>(context, 'orders', id), id, field)
}

/** @throws record_not_found */
export function existing<R>(order: R | null, id: string, field = 'id'): R {
  if (order) return order
  throw recordNotFound('order', id, field, field === 'id' ? undefined : 400)
}

/** Changes an order, unless it is no longer in the state that was decided on. @returns the order as it will be */
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
