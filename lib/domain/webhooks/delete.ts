import { changeWebhook, holdWebhook } from '#lib/domain/webhooks/find.ts'
import { DeletedWebhook, FetchWebhook } from '#lib/domain/webhooks/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const deleteWebhook = defineOperation({
  name: 'delete_webhook',
  title: 'Delete a webhook',
  summary: 'Deletes an endpoint. Queued deliveries are discarded.',
  permission: 'webhooks:write',
  http: 'DELETE /v1/webhooks/:id',
  scope: null,
  input: FetchWebhook,
  output: DeletedWebhook,
  async run(context, input) {
    const row = await holdWebhook(context, input.id)
    await changeWebhook(context, row.id, { active: false, deleted_at: context.now })
    const { count } = await context.tables.webhook_deliveries.updateMany({
      where: { account_id: context.account.id, endpoint_id: row.id, state: 'pending' },
      data: { state: 'dropped', due_at: null, last_error: 'This webhook was deleted.' },
    })
    context.note({ url: row.url, dropped: count })
    return { id: row.id }
  },
})
