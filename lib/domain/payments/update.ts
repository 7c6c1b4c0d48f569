import { findPayment } from '#lib/domain/payments/find.ts'
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
  input: UpdatePayment,
  output: Payment,
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    context.note({ notes: { from: payment.notes, to: input.notes } })
    return context.tables.payments.update({
      where: { account_id_id: { account_id: context.account.id, id: payment.id } },
      data: { notes: input.notes },
    })
  },
})
