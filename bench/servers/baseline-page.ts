import type { Answer, Asked } from '#bench/servers/baseline-key.ts'
import { pool, rowsOf } from '#bench/servers/baseline-pool.ts'

const ROWS = 'SELECT * FROM payments WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 26'
const RECEIPTS = 'SELECT id, receipt FROM orders WHERE account_id = $1 AND id = ANY($2::text[])'
const NETWORKS = 'SELECT id, network FROM cards WHERE account_id = $1 AND id = ANY($2::text[])'
const TOTAL = 'SELECT count(*) AS total, sum(amount)::bigint AS sum FROM payments WHERE account_id = $1'
const STATUSES = 'SELECT status, count(*) AS count FROM payments WHERE account_id = $1 GROUP BY status'
const NEXT = "SELECT min(capture_by) AS next FROM payments WHERE account_id = $1 AND status = 'authorized'"

/** What the payments page reads, as JSON: one page of rows, their count and sum, and the counts by status. */
export async function showPage({ actor }: Asked): Promise<Answer> {
  const account = actor.accountId
  const rows = await rowsOf(pool, 'rows', ROWS, [account])
  const [total] = await rowsOf(pool, 'total', TOTAL, [account])
  const receipts = await rowsOf(pool, 'receipts', RECEIPTS, [account, rows.map((row) => row.order_id)])
  const networks = await rowsOf(pool, 'networks', NETWORKS, [account, rows.map((row) => row.card_id)])
  const statuses = await rowsOf(pool, 'statuses', STATUSES, [account])
  const [next] = await rowsOf(pool, 'next', NEXT, [account])
  return { status: 200, body: JSON.stringify({ rows, receipts, networks, total, statuses, next }) }
}
