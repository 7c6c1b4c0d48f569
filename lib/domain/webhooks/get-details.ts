import { findWebhook } from '#lib/domain/webhooks/find.ts'
import { endpointStateOf } from '#lib/domain/webhooks/rules.ts'
import { FetchWebhook, ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

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
