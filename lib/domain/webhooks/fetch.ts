import { z } from 'zod'
import { missing } from '#lib/database/conditions.ts'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { WEBHOOK_ACTIONS } from '#lib/domain/events/schema/timeline.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { listEntities } from '#lib/domain/page.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { WEBHOOK_FILTERS } from '#lib/domain/webhooks/filters.ts'
import { existingEndpoint, findWebhook } from '#lib/domain/webhooks/find.ts'
import { endpointStateOf } from '#lib/domain/webhooks/rules.ts'
import { WebhookStats } from '#lib/domain/webhooks/schema/stats.ts'
import {
  FetchAllWebhooks,
  FetchWebhook,
  ListedWebhook,
  MAX_ENDPOINTS,
  Webhook,
} from '#lib/domain/webhooks/schema.ts'
import { Collection } from '#lib/filters/page.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

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

export const getWebhookDetails = defineOperation({
  name: 'get_webhook_details',
  title: 'Get the details of a webhook',
  summary: 'Returns one endpoint for its page, with how its deliveries go.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: FetchWebhook,
  output: ListedWebhook,
  async run(context, input) {
    const [webhook] = await listedEndpoint(context, [await findWebhook(context, input.id)])
    return webhook
  },
})

type Count = {
  endpoint_id: string
  state: 'pending' | 'failed' | 'delivered' | 'dropped'
  count: number | bigint
}
type Last = { endpoint_id: string; created_at: bigint; status: number | null; error: string | null }

/** Endpoints with two queries for all of them. */
export async function listedEndpoint(context: Context, rows: webhook_endpoints[]) {
  const ids = rows.map(({ id }) => id)
  const counts = await context.rows<Count>(
    `SELECT endpoint_id, state, count(*) FROM webhook_deliveries
     WHERE account_id = $1 AND endpoint_id = ANY($2) AND state = 'pending' GROUP BY 1, 2
     UNION ALL
     SELECT endpoint_id, state, count(*) FROM webhook_deliveries
     WHERE account_id = $1 AND endpoint_id = ANY($2) AND state IN ('failed', 'delivered') AND created_at >= $3 GROUP BY 1, 2`,
    [context.account.id, ids, context.now - DAY],
  )
  const lasts = await context.rows<Last>(
    `SELECT last.* FROM unnest($2::text[]) AS endpoint(id) CROSS JOIN LATERAL (
       SELECT endpoint_id, created_at, status, error FROM webhook_attempts
       WHERE account_id = $1 AND endpoint_id = endpoint.id ORDER BY created_at DESC, id DESC LIMIT 1) AS last`,
    [context.account.id, ids],
  )
  return rows.map((row) => {
    const count = (state: Count['state']) =>
      Number(counts.find((one) => one.endpoint_id === row.id && one.state === state)?.count ?? 0)
    const last = lasts.find(({ endpoint_id }) => endpoint_id === row.id)
    const overlaps = row.previous_secret_until !== null && row.previous_secret_until > context.now
    return {
      ...row,
      owner_id: row.account_id,
      unavailable_events: row.events,
      state: endpointStateOf(row),
      previous_secret_until: overlaps ? row.previous_secret_until : null,
      pending: count('pending'),
      failed: count('failed'),
      delivered: count('delivered'),
      last_attempt_at: last?.created_at ?? null,
      last_status: last?.status ?? null,
      last_error: last?.error ?? null,
    }
  })
}

export const fetchWebhookTimeline = defineOperation({
  name: 'fetch_webhook_timeline',
  title: 'Fetch the timeline of a webhook',
  summary: 'Lists what was changed in an endpoint, newest first, with who did it.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: FetchWebhook,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const { id } = await findWebhook(context, input.id)
    return {
      items: await timelineOf(context, { events: { object_id: id }, objects: [id], quiet: WEBHOOK_ACTIONS }),
    }
  },
})

type Row = {
  endpoint_id: string
  /** The index of the hour; null in the row for all of them. */
  hour: number | null
  attempts: number | bigint
  accepted: number | bigint
  p95: number | null
  last_failed_at: number | bigint | null
}

export const fetchWebhookStats = defineOperation({
  name: 'fetch_webhook_stats',
  title: 'Fetch how webhooks do',
  summary:
    'Returns for each endpoint how many attempts of the last 24 hours were accepted, by the hour, and how long 95 of a hundred took at most.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ ids: z.array(z.string()).max(MAX_ENDPOINTS) }),
  output: z.object({ items: z.array(WebhookStats) }),
  run: async (context, { ids }) => ({ items: await statsOf(context, ids) }),
})

/** The results of deliveries to some endpoints in the last 24 hours, in the order of their IDs. */
export async function statsOf(context: Context, ids: string[]) {
  const from = context.now - DAY
  const rows = await context.rows<Row>(
    `SELECT endpoint_id, ((created_at - $3) / ${HOUR})::int AS hour, count(*) AS attempts,
              count(*) FILTER (WHERE error_kind IS NULL) AS accepted,
              percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95,
              max(created_at) FILTER (WHERE error_kind IS NOT NULL) AS last_failed_at
       FROM webhook_attempts
       WHERE account_id = $1 AND endpoint_id = ANY($2) AND created_at >= $3 AND created_at <= $4
         AND error_kind IS DISTINCT FROM 'dropped'
       GROUP BY GROUPING SETS ((endpoint_id, 2), (endpoint_id))`,
    [context.account.id, ids, from, context.now],
  )
  return ids.map((id) => {
    const own = rows.filter((row) => row.endpoint_id === id)
    const all = own.find((row) => row.hour === null)
    return {
      id,
      attempts: Number(all?.attempts ?? 0),
      accepted: Number(all?.accepted ?? 0),
      p95_ms: all?.p95 ?? null,
      last_failed_at: all?.last_failed_at == null ? null : Number(all.last_failed_at),
      from,
      hours: Array.from({ length: 24 }, (_, at) => {
        // An attempt of the current second comes after the last hour.
        const of = own.filter((row) => row.hour !== null && Math.min(row.hour, 23) === at)
        return {
          attempts: of.reduce((sum, row) => sum + Number(row.attempts), 0),
          accepted: of.reduce((sum, row) => sum + Number(row.accepted), 0),
          p95_ms: of.reduce<number | null>(
            (max, { p95 }) => (p95 === null ? max : Math.max(max ?? 0, p95)),
            null,
          ),
        }
      }),
    }
  })
}
