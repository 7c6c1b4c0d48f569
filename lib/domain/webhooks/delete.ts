import { assertTyped } from '#lib/domain/typed-name.ts'
import { changeWebhook, holdWebhook } from '#lib/domain/webhooks/find.ts'
import { DeletedWebhook, DeleteWebhookTyped, FetchWebhook } from '#lib/domain/webhooks/schema.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const deleteWebhook = defineOperation({
  name: 'delete_webhook',
  title: 'Delete a webhook',
  summary: 'Deletes an endpoint. Queued deliveries are discarded.',
  permission: 'webhooks:write',
  http: 'DELETE /v1/webhooks/:id',
  scope: null,
  input: FetchWebhook,
  output: DeletedWebhook,
  run: async (context, input) => end(context, await holdWebhook(context, input.id)),
})

export const deleteWebhookTyped = defineOperation({
  name: 'delete_webhook_typed',
  title: 'Delete a webhook from the dashboard',
  summary: 'Deletes a webhook once its host has been typed.',
  permission: 'webhooks:write',
  auditedAs: 'delete_webhook',
  http: null,
  input: DeleteWebhookTyped,
  output: DeletedWebhook,
  async run(context, input) {
    const row = await holdWebhook(context, input.id)
    assertTyped(context, input.typed_name, new URL(row.url).host, 'delete this webhook')
    return end(context, row)
  },
})

async function end(context: Context, row: webhook_endpoints) {
  await changeWebhook(context, row, { active: false, deleted_at: context.now })
  const { count } = await context.tables.webhook_deliveries.updateMany({
    where: { account_id: context.account.id, endpoint_id: row.id, state: 'pending' },
    data: { state: 'dropped', due_at: null, last_error: 'This webhook was deleted.' },
  })
  context.note({ url: row.url, dropped: count })
  return { id: row.id }
}
