import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { expandOrders } from '#lib/domain/orders/expand.ts'
import { existingOrder, findOrder } from '#lib/domain/orders/find.ts'
import { FetchOrder, Order } from '#lib/domain/orders/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
      return existingOrder(await findEntity(context, ENTITIES.order, input.id), input.id)
    const [expanded] = await expandOrders(context, [await findOrder(context, input.id)], input.expand)
    return expanded
  },
})
