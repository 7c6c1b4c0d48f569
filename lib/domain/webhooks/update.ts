import type { z } from 'zod'
import { changeWebhook, holdWebhook } from '#lib/domain/webhooks/find.ts'
import { assertReachable } from '#lib/domain/webhooks/rules.ts'
import {
  OVERLAPS,
  RotatedSecret,
  RotateWebhookSecret,
  SetWebhookChaos,
  SetWebhookOptions,
  UpdateDescribedWebhook,
  UpdateWebhook,
  Webhook,
} from '#lib/domain/webhooks/schema.ts'
import { enableAgain, pause, resume } from '#lib/domain/webhooks/standing.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { newWebhookSecret } from '#lib/values/webhook-signature.js'

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

export const rotateWebhookSecret = defineOperation({
  name: 'rotate_webhook_secret',
  title: 'Rotate the secret of a webhook',
  summary: 'Replaces the secret and shows the new one once. Both sign until the overlap is over.',
  permission: 'webhooks:write',
  http: null,
  confidential: true,
  input: RotateWebhookSecret,
  output: RotatedSecret,
  async run(context, input) {
    const before = await holdWebhook(context, input.id)
    const secret = input.secret ?? newWebhookSecret()
    const overlap = OVERLAPS[input.overlap]
    const row = await changeWebhook(context, before, {
      secret_encrypted: context.vault.seal(secret),
      previous_secret_encrypted: overlap === 0 ? null : before.secret_encrypted,
      previous_secret_until: overlap === 0 ? null : context.now + overlap,
    })
    context.note({ overlap: input.overlap })
    return { ...row, secret }
  },
})

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
