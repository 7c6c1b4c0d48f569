import { z } from 'zod'
import { emailAboutWebhook } from '#lib/domain/webhooks/alert-email.ts'
import { changeWebhook, holdWebhook } from '#lib/domain/webhooks/find.ts'
import { Webhook } from '#lib/domain/webhooks/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const disableWebhook = defineOperation({
  name: 'disable_webhook',
  title: 'Disable a webhook',
  summary:
    'Disables an endpoint after 24 hours of failed deliveries, and emails the alert address and staff.',
  permission: 'webhooks:write',
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('webhook'), since: z.int() }),
  output: Webhook,
  run: (context, input) =>
    context.transaction(async (inner) => {
      const endpoint = await holdWebhook(inner, input.id)
      const { failing_since, disabled_at } = endpoint
      // Another process was first, or a delivery has succeeded meanwhile.
      if (disabled_at !== null || failing_since === null || failing_since > input.since) return endpoint
      const last = await inner.tables.webhook_attempts.findFirst({
        where: { account_id: inner.account.id, endpoint_id: endpoint.id },
        orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
        select: { error: true },
      })
      const disabled_reason = `All deliveries failed for 24 hours. ${last?.error ?? ''}`.trim()
      const row = await changeWebhook(inner, endpoint, {
        disabled_at: inner.now,
        disabled_reason,
        failure_told: true,
      })
      inner.about(endpoint.id)
      inner.note({ url: endpoint.url, reason: disabled_reason })
      await emailAboutWebhook(inner, endpoint, {
        kind: 'webhook_disabled',
        title: 'Webhook disabled',
        paragraphs: [
          `Events are no longer sent to ${endpoint.url}. ${disabled_reason}`,
          'No events are lost. Fix the URL and enable the webhook on its page; all missed events are then sent.',
        ],
      })
      return row
    }),
})
