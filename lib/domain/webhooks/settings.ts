import { changeWebhook, holdWebhook } from '#lib/domain/webhooks/find.ts'
import { SetWebhookChaos, SetWebhookOptions, Webhook } from '#lib/domain/webhooks/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const setWebhookOptions = defineOperation({
  name: 'set_webhook_options',
  title: 'Set the options of a webhook',
  summary: 'Sets the description, custom headers and timeout. Omitted fields stay the same.',
  permission: 'webhooks:write',
  http: null,
  input: SetWebhookOptions,
  output: Webhook,
  async run(context, { id, description, headers, timeout_ms }) {
    const before = await holdWebhook(context, id)
    return changeWebhook(context, before, {
      ...(description === undefined ? {} : { description: description || null }),
      ...(headers === undefined ? {} : { headers }),
      ...(timeout_ms === undefined ? {} : { timeout_ms }),
    })
  },
})

export const setWebhookChaos = defineOperation({
  name: 'set_webhook_chaos',
  title: 'Set the chaos of a webhook',
  summary:
    'Has deliveries of a test endpoint delayed, sent twice, sent out of order, or not sent, to see how it copes.',
  permission: 'webhooks:write',
  http: null,
  input: SetWebhookChaos,
  output: Webhook,
  async run(context, { id, ...chaos }) {
    if (context.account.mode !== 'test')
      throw refused('test_mode_only', 'Fault injection is available for test mode endpoints only.')
    return changeWebhook(context, await holdWebhook(context, id), { chaos })
  },
})
