import type { Reply, Requested } from '#bench/servers/baseline-key.ts'
import { pool, rowsOf } from '#bench/servers/baseline-pool.ts'

/**
 * The minimum for the payments page: one page of rows with their related data, the count and sum and the counts by
 * status from the counters, and the next expiry of an authorization. PostgreSQL makes the JSON.
 */
const PAGE = `WITH counts AS (
    SELECT status, sum(count)::bigint AS count, sum(amount)::bigint AS amount FROM (
      SELECT status, count, amount FROM record_counts WHERE account_id = $1 AND kind = 'payments' AND span = 2592000
      UNION ALL SELECT status, count, amount FROM record_count_changes WHERE account_id = $1 AND kind = 'payments'
    ) AS counted GROUP BY status
  ), newest AS (
    SELECT payment.*, orders.receipt, card.network FROM (
      SELECT * FROM payments WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 26
    ) AS payment
    LEFT JOIN orders ON orders.account_id = $1 AND orders.id = payment.order_id
    LEFT JOIN cards card ON card.account_id = $1 AND card.id = payment.card_id
  ) SELECT json_build_object(
      'rows', (SELECT json_agg(newest) FROM newest),
      'counts', (SELECT json_agg(counts) FROM counts),
      'next', (SELECT min(capture_by) FROM payments WHERE account_id = $1 AND status = 'authorized' AND created_at > $2)
    )::text AS page`

/** An authorization expires after this at the latest, so older payments need not be looked at. */
const WINDOW = 259_200

export async function showPage({ actor }: Requested): Promise<Reply> {
  const since = Math.floor(Date.now() / 1000) - WINDOW
  const [row] = await rowsOf(pool, 'page', PAGE, [actor.accountId, since])
  return { status: 200, body: String(row?.page) }
}
