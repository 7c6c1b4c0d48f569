import { findRefund } from '#lib/domain/refunds/find.ts'
import { Refund, UpdateRefund } from '#lib/domain/refunds/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const updateRefund = defineOperation({
  name: 'update_refund',
  title: 'Update a refund',
  summary: 'Replaces the notes of a refund.',
  permission: 'refunds:write',
  http: 'PATCH /v1/refunds/:id',
  scope: 'refunds:write',
  tool: { destructive: true, idempotent: true, openWorld: false },
  input: UpdateRefund,
  output: Refund,
  async run(context, input) {
    const refund = await findRefund(context, input.id)
    context.note({ notes: { from: refund.notes, to: input.notes } })
    return context.tables.refunds.update({
      where: { account_id_id: { account_id: context.account.id, id: refund.id } },
      data: { notes: input.notes },
    })
  },
})
