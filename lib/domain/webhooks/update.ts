import type { z } from 'zod'
import { changeWebhook, holdWebhook } from '#lib/domain/webhooks/find.ts'
import { assertReachable } from '#lib/domain/webhooks/rules.ts'
import { OVERLAPS, UpdateDescribedWebhook, UpdateWebhook, Webhook } from '#lib/domain/webhooks/schema.ts'
import { enableAgain, pause, resume } from '#lib/domain/webhooks/standing.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const updateWebhook = defineOperation({
  name: 'update_webhook',
  title: 'Edit a webhook',
  summary:
    'Changes the URL, events, secret, alert email or active status. Omitted fields stay the same; for 24 hours after a change of secret, deliveries are signed with both.',
  permission: 'webhooks:write',
  http: 'PUT /v1/webhooks/:id',
  scope: null,
  input: UpdateWebhook,
  output: Webhook,
  errors: ['webhook_address_not_allowed'],
  run: (context, input) => change(context, input),
})

export const updateDescribedWebhook = defineOperation({
  name: 'update_described_webhook',
  title: 'Edit a webhook with its description',
  summary: 'Edits a webhook as the dashboard does: with its description, which the API does not have.',
  permission: 'webhooks:write',
  auditedAs: 'update_webhook',
  http: null,
  input: UpdateDescribedWebhook,
  output: Webhook,
  run: (context, input) => change(context, input),
})

async function change(
  context: Context,
  { id, url, events, secret, alert_email, active, description }: z.output<typeof UpdateDescribedWebhook>,
) {
  const before = await holdWebhook(context, id)
  if (url !== undefined) assertReachable(url, context.account.mode, context)
  const row = await changeWebhook(context, before, {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(alert_email === undefined ? {} : { alert_email }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(secret == null
      ? {}
      : {
          secret_encrypted: context.vault.seal(secret),
          previous_secret_encrypted: before.secret_encrypted,
          previous_secret_until: context.now + OVERLAPS['24h'],
        }),
  })
  if (secret != null) context.note({ secret: 'replaced' })
  if (active === false && row.active) return pause(context, row)
  if (active === true && row.disabled_at !== null) return enableAgain(context, row, true)
  if (active === true && !row.active) return resume(context, row, false)
  return row
}
