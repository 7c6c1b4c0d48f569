import { replaceNotes } from '#lib/domain/notes.ts'
import { lockPayment } from '#lib/domain/payments/find.ts'
import { Payment, UpdatePayment } from '#lib/domain/payments/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const updatePayment = defineOperation({
  name: 'update_payment',
  title: 'Update a payment',
  summary: 'Replaces the notes of a payment.',
  permission: 'payments:write',
  http: 'PATCH /v1/payments/:id',
  scope: 'payments:write',
  tool: { destructive: true, idempotent: true, openWorld: false },
  effect: 'optimistic',
  input: UpdatePayment,
  output: Payment,
  async run(context, input) {
    const { payment } = await lockPayment(context, input.id)
    return replaceNotes(context, 'payments', payment, input.notes)
  },
})
