import type { OrderExpansion } from '#lib/domain/orders/schema.ts'
import { transfersOf } from '#lib/domain/payments/expanded.ts'
import { paymentsOfOrders } from '#lib/domain/payments/find.ts'
import { collection } from '#lib/filters/page.ts'
import { assertPermitted, type Context } from '#lib/pipeline/operation.ts'

/** Adds the expansions to orders, with one query for each kind. @throws permission_denied */
export async function expandOrders<O extends { id: string }>(
  context: Context,
  orders: O[],
  expand: OrderExpansion[],
) {
  if (expand.includes('transfers')) assertPermitted({ permission: 'transfers:read' }, context.actor)
  const ids = orders.map(({ id }) => id)
  const payments = await paymentsOfOrders(context, ids, expand.includes('payments.card'))
  const paid = [...payments.values()].flat().map(({ id }) => id)
  const transfers = expand.includes('transfers') ? await transfersOf(context, paid) : null
  const showsPayments = expand.some((name) => name.startsWith('payments'))
  return orders.map((order) => {
    const own = payments.get(order.id) ?? []
    return {
      ...order,
      ...(showsPayments ? { payments: collection(own) } : {}),
      ...(transfers ? { transfers: collection(own.flatMap(({ id }) => transfers.get(id) ?? [])) } : {}),
      ...(expand.includes('virtual_account') ? { virtual_account: null } : {}),
    }
  })
}
