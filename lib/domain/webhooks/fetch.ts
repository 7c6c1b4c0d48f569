import { missing } from '#lib/domain/conditions.ts'
import { pageOf } from '#lib/domain/page.ts'
import { findWebhook } from '#lib/domain/webhooks/find.ts'
import { FetchAllWebhooks, FetchWebhook, Webhook } from '#lib/domain/webhooks/schema.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Collection, collection } from '#lib/values/page.ts'

export const fetchWebhook = defineOperation({
  name: 'fetch_webhook',
  title: 'Fetch a webhook',
  summary: 'Returns one webhook, without its secret.',
  permission: 'webhooks:read',
  http: 'GET /v1/webhooks/:id',
  scope: 'read_only',
  input: FetchWebhook,
  output: Webhook,
  run: (context, input) => findWebhook(context, input.id),
})

export const fetchAllWebhooks = defineOperation({
  name: 'fetch_all_webhooks',
  title: 'Fetch all webhooks',
  summary: 'Lists webhooks, newest first.',
  permission: 'webhooks:read',
  http: 'GET /v1/webhooks',
  scope: 'read_only',
  input: FetchAllWebhooks,
  output: Collection(Webhook),
  async run(context, page) {
    return collection(
      await pageOf<webhook_endpoints>(context, 'webhook_endpoints', missing('deleted_at'), page),
    )
  },
})
