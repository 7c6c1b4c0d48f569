import { findOrder } from '#lib/domain/orders/find.ts'
import { Order, UpdateOrder } from '#lib/domain/orders/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const updateOrder = defineOperation({
  name: 'update_order',
  title: 'Update an order',
  summary: 'Replaces the notes of an order.',
  permission: 'orders:write',
  http: 'PATCH /v1/orders/:id',
  scope: 'orders:write',
  tool: { destructive: true, idempotent: true, openWorld: false },
  input: UpdateOrder,
  output: Order,
  async run(context, input) {
    const order = await findOrder(context, input.id)
    context.note({ notes: { from: order.notes, to: input.notes } })
    return context.tables.orders.update({
      where: { account_id_id: { account_id: context.account.id, id: order.id } },
      data: { notes: input.notes },
    })
  },
})
