import { changeWebhook, holdWebhook } from '#lib/domain/webhooks/find.ts'
import { OVERLAPS, RotatedSecret, RotateWebhookSecret } from '#lib/domain/webhooks/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { newWebhookSecret } from '#lib/values/webhook-signature.js'

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
