import { z } from 'zod'
import { WebhookStats } from '#lib/domain/webhooks/schema/stats.ts'
import { MAX_ENDPOINTS } from '#lib/domain/webhooks/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

type Row = {
  endpoint_id: string
  /** The index of the hour; null in the row for all of them. */
  hour: number | null
  attempts: number | bigint
  accepted: number | bigint
  p95: number | null
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
              percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95
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
      hours: Array.from({ length: 24 }, (_, at) => {
        // An attempt of the current second comes after the last hour.
        const of = own.filter((row) => row.hour !== null && Math.min(row.hour, 23) === at)
        return {
          attempts: of.reduce((sum, row) => sum + Number(row.attempts), 0),
          accepted: of.reduce((sum, row) => sum + Number(row.accepted), 0),
        }
      }),
    }
  })
}
