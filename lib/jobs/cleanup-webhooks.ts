import type { Columns } from '#lib/database/query.ts'
import { DELIVERY_RETENTION } from '#lib/domain/webhooks/rules.ts'
import type { webhook_deliveries, webhook_endpoints } from '#lib/generated/prisma/client.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'

/** So many rows one statement looks at, so that none holds many. */
const PAGE = 1000

/**
 * Deletes attempts that were made longer ago than deliveries are kept, and deliveries that are over for as long; what
 * still waits stays. It goes endpoint by endpoint, deleted ones included, along the index of their lists.
 * @returns how many of each
 */
export async function cleanupWebhooks(runtime: Runtime): Promise<{ attempts: number; deliveries: number }> {
  const before = Math.floor(runtime.clock() / 1000) - DELIVERY_RETENTION
  const total = { attempts: 0, deliveries: 0 }
  const { rows } = await runtime.query<Columns<webhook_endpoints, 'account_id' | 'id'>>(
    'SELECT account_id, id FROM webhook_endpoints',
    [],
  )
  for (const endpoint of rows) {
    const key = [endpoint.account_id, endpoint.id, before]
    total.attempts += await cleanupAttempts(runtime, key)
    total.deliveries += await cleanupDeliveries(runtime, key)
  }
  return total
}

async function cleanupAttempts(runtime: Runtime, key: unknown[]): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await runtime.query(
      `DELETE FROM webhook_attempts WHERE (account_id, id) IN
         (SELECT account_id, id FROM webhook_attempts
          WHERE account_id = $1 AND endpoint_id = $2 AND created_at < $3 ORDER BY created_at LIMIT ${PAGE}) RETURNING 1`,
      key,
    )
    total += rows.length
    if (rows.length < PAGE) return total
  }
}

type Page = Columns<webhook_deliveries, 'created_at' | 'event_id'> & { gone: number; seen: number }

/** From page to page, so that what is passed over, because it waits or was sent again lately, is read once. */
async function cleanupDeliveries(runtime: Runtime, key: unknown[]): Promise<number> {
  let after: unknown[] = [0, '']
  for (let total = 0; ; ) {
    const { rows } = await runtime.query<Page>(
      `WITH page AS (
         SELECT created_at, event_id, COALESCE(last_attempt_at, created_at) < $3 AS over FROM webhook_deliveries
         WHERE account_id = $1 AND endpoint_id = $2 AND created_at < $3 AND (created_at, event_id) > ($4, $5)
         ORDER BY created_at, event_id LIMIT ${PAGE}
       ), gone AS (
         DELETE FROM webhook_deliveries delivery USING page
         WHERE delivery.account_id = $1 AND delivery.endpoint_id = $2 AND delivery.event_id = page.event_id
           AND page.over AND delivery.state <> 'pending'
         RETURNING 1
       )
       SELECT created_at, event_id, (SELECT count(*)::int FROM gone) AS gone, (SELECT count(*)::int FROM page) AS seen
       FROM page ORDER BY created_at DESC, event_id DESC LIMIT 1`,
      [...key, ...after],
    )
    const last = rows[0]
    total += Number(last?.gone ?? 0)
    if (last?.seen !== PAGE) return total
    after = [last.created_at, last.event_id]
  }
}
