import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { existing, findOrder } from '#lib/domain/orders/find.ts'
import { FetchOrder, Order } from '#lib/domain/orders/schema.ts'
import { paymentsOfOrders } from '#lib/domain/payments/find.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { collection } from '#lib/values/page.ts'

export const fetchOrder = defineOperation({
  name: 'fetch_order',
  title: 'Fetch an order',
  summary: 'Returns one order. expand[]=payments includes its payments.',
  permission: 'orders:read',
  http: 'GET /v1/orders/:id',
  scope: 'read_only',
  input: FetchOrder,
  output: Order,
  async run(context, input) {
    if (input.expand.length === 0)
      return existing(await findEntity(context, ENTITIES.order, input.id), input.id)
    const order = await findOrder(context, input.id)
    const payments = await paymentsOfOrders(context, [order.id], input.expand.includes('payments.card'))
    return { ...order, payments: collection(payments.get(order.id) ?? []) }
  },
})
