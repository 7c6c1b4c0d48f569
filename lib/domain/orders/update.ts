import { replaceNotes } from '#lib/domain/notes.ts'
import { lockOrder } from '#lib/domain/orders/find.ts'
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
  effect: 'optimistic',
  input: UpdateOrder,
  output: Order,
  async run(context, input) {
    const order = await lockOrder(context, input.id)
    return replaceNotes(context, 'orders', order, input.notes)
  },
})
