import type { z } from 'zod'
import { assertBelowMaximum, assertReachable } from '#lib/domain/webhooks/rules.ts'
import { CreateDescribedWebhook, CreateWebhook, NewWebhook } from '#lib/domain/webhooks/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { newWebhookSecret } from '#lib/values/webhook-signature.js'

export const createWebhook = defineOperation({
  name: 'create_webhook',
  title: 'Create a webhook',
  summary: 'Creates an endpoint that receives events from now on. A generated secret is shown once.',
  permission: 'webhooks:write',
  http: 'POST /v1/webhooks',
  scope: null,
  status: 201,
  confidential: true,
  input: CreateWebhook,
  output: NewWebhook,
  errors: ['webhook_address_not_allowed', 'too_many_webhooks'],
  run: (context, input) => create(context, input, null),
})

export const createDescribedWebhook = defineOperation({
  name: 'create_described_webhook',
  title: 'Create a webhook with a description',
  summary: 'Creates a webhook as the dashboard does: with a description, which the API does not have.',
  permission: 'webhooks:write',
  auditedAs: 'create_webhook',
  http: null,
  status: 201,
  confidential: true,
  input: CreateDescribedWebhook,
  output: NewWebhook,
  run: (context, { description, ...input }) => create(context, input, description || null),
})

async function create(context: Context, input: z.output<typeof CreateWebhook>, description: string | null) {
  const account_id = context.account.id
  assertReachable(input.url, context.account.mode, context)
  // Serialized, so that concurrent creations are both counted.
  await context.tables.$queryRaw`SELECT 1 FROM accounts WHERE id = ${account_id} FOR UPDATE`
  assertBelowMaximum(
    await context.tables.webhook_endpoints.count({ where: { account_id, deleted_at: null } }),
  )
  const secret = input.secret ?? newWebhookSecret()
  const row = await context.tables.webhook_endpoints.create({
    data: {
      account_id,
      id: context.newId('webhook'),
      url: input.url,
      events: [...new Set(input.events)],
      active: input.active,
      paused_at: input.active ? null : context.now,
      secret_encrypted: context.vault.seal(secret),
      alert_email: input.alert_email ?? null,
      description,
      created_by: `${context.actor.kind}:${context.actor.name}`,
      created_at: context.now,
      updated_at: context.now,
    },
  })
  context.note({ url: row.url, events: row.events, ...(description === null ? {} : { description }) })
  return input.secret == null ? { ...row, secret } : row
}
