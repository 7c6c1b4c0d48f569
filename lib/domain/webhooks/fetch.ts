import { missing } from '#lib/domain/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities } from '#lib/domain/page.ts'
import { WEBHOOK_FILTERS } from '#lib/domain/webhooks/filters.ts'
import { existingEndpoint } from '#lib/domain/webhooks/find.ts'
import { FetchAllWebhooks, FetchWebhook, Webhook } from '#lib/domain/webhooks/schema.ts'
import { Collection } from '#lib/filters/page.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchWebhook = defineOperation({
  name: 'fetch_webhook',
  title: 'Fetch a webhook',
  summary: 'Returns one webhook, without its secret.',
  permission: 'webhooks:read',
  http: 'GET /v1/webhooks/:id',
  scope: 'read_only',
  input: FetchWebhook,
  output: Webhook,
  run: async (context, input) =>
    existingEndpoint(await findEntity(context, ENTITIES.webhook, input.id, missing('deleted_at')), input.id),
})

const TEXT = { noun: 'webhook', filters: WEBHOOK_FILTERS }

export const fetchAllWebhooks = defineOperation({
  name: 'fetch_all_webhooks',
  title: 'Fetch all webhooks',
  summary: 'Lists webhooks, newest first.',
  permission: 'webhooks:read',
  http: 'GET /v1/webhooks',
  scope: 'read_only',
  input: FetchAllWebhooks,
  output: Collection(Webhook),
  async run(context, { query, ...page }) {
    const where = [...missing('deleted_at'), ...(await conditionsOfText(context, TEXT, query))]
    return listEntities(context, ENTITIES.webhook, where, page)
  },
})
