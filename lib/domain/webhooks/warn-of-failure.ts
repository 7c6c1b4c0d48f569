import { z } from 'zod'
import { emailAboutWebhook } from '#lib/domain/webhooks/alert-email.ts'
import { holdWebhook } from '#lib/domain/webhooks/find.ts'
import { endpointStateOf, failureToTell } from '#lib/domain/webhooks/rules.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const warnOfFailingWebhook = defineOperation({
  name: 'warn_of_failing_webhook',
  title: 'Warn of a failing webhook',
  summary:
    'Emails the alert address and staff when all deliveries to an endpoint have failed for an hour, at most once a day, before it is disabled.',
  permission: 'webhooks:write',
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('webhook') }),
  output: z.object({ warned: z.boolean() }),
  run: (context, { id }) =>
    context.transaction(async (inner) => {
      const { account, now, tables } = inner
      const endpoint = await holdWebhook(inner, id)
      // Another process was first, or a delivery has succeeded meanwhile.
      if (endpointStateOf(endpoint) !== 'failing' || !failureToTell(endpoint, now)) return { warned: false }
      await tables.webhook_endpoints.update({
        where: { account_id_id: { account_id: account.id, id } },
        data: { failing_told_at: now, failure_told: true },
      })
      const last = await tables.webhook_attempts.findFirst({
        where: { account_id: account.id, endpoint_id: id, error: { not: null } },
        orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
        select: { error: true },
      })
      const reason = `All deliveries have failed for an hour. ${last?.error ?? ''}`.trim()
      inner.about(id)
      inner.note({ url: endpoint.url, reason })
      await emailAboutWebhook(inner, endpoint, {
        kind: 'webhook_failing',
        title: 'Webhook failing',
        paragraphs: [
          `Deliveries to ${endpoint.url} fail. ${reason}`,
          'Fix the URL or the server behind it: deliveries are retried, so no events are lost. The webhook is disabled after 24 hours without a success.',
        ],
        daily: true,
      })
      return { warned: true }
    }),
})
