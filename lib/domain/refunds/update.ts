import { replaceNotes } from '#lib/domain/notes.ts'
import { lockRefund } from '#lib/domain/refunds/find.ts'
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
  effect: 'optimistic',
  input: UpdateRefund,
  output: Refund,
  async run(context, input) {
    const refund = await lockRefund(context, input.id)
    return replaceNotes(context, 'refunds', refund, input.notes)
  },
})
