import type { Reply, Requested } from '#bench/servers/baseline-key.ts'
import { pool, rowsOf } from '#bench/servers/baseline-pool.ts'

/** The properties of a payment in the order of the response, for statements that return one. */
export const PAYMENT = `id, 'payment' AS entity, amount, currency, status, order_id, invoice_id, international, method,
  amount_refunded, refund_status, captured, description, card_id, bank, wallet, vpa,
  CASE WHEN vpa IS NOT NULL THEN json_build_object('vpa', vpa) END AS upi, email, contact, customer_id,
  token_id, notes, fee, tax, error_code, error_description, error_source, error_step, error_reason, acquirer_data,
  CASE WHEN status = 'authorized' THEN capture_by END AS authorized_until, captured_at, created_at`

const FIRST = `SELECT ${PAYMENT} FROM payments WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`

const AFTER = `SELECT ${PAYMENT} FROM payments WHERE account_id = $1
    AND (created_at, id) < (SELECT created_at, id FROM payments WHERE account_id = $1 AND id = $3)
  ORDER BY created_at DESC, id DESC LIMIT $2`

/** Which counter of a span the page begins in, among those within the counter of the longer span before. */
function level(name: string, span: number, within?: { name: string; span: number }): string {
  const bounds = (column: string) =>
    within
      ? `AND ${column} >= (SELECT bucket FROM ${within.name}) AND ${column} < (SELECT bucket FROM ${within.name}) + ${within.span}`
      : ''
  const start = within ? `(SELECT above FROM ${within.name})` : '0'
  return `${name} AS (
    SELECT bucket, above FROM (
      SELECT bucket, ${start} + sum(sum(count)) OVER (ORDER BY bucket DESC) - sum(count) AS above FROM (
        SELECT bucket, count FROM record_counts
        WHERE account_id = $1 AND kind = 'payments' AND span = ${span} ${bounds('bucket')}
        UNION ALL SELECT created_at - created_at % ${span}, count FROM record_count_changes
        WHERE account_id = $1 AND kind = 'payments' ${bounds('created_at')}
      ) AS counted GROUP BY bucket
    ) AS counters WHERE above <= $3 ORDER BY bucket LIMIT 1
  )`
}

/**
 * Enters the index at the beginning of the page: the counters tell in which half hour that is, and only the rest of
 * it is skipped. Counters of longer spans narrow it down, so few are read.
 */
const SKIP = `WITH ${level('month', 2_592_000)},
  ${level('day', 86_400, { name: 'month', span: 2_592_000 })},
  ${level('half', 1800, { name: 'day', span: 86_400 })}
  SELECT ${PAYMENT} FROM payments
  WHERE account_id = $1 AND created_at < (SELECT bucket FROM half) + 1800
  ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3 - (SELECT above FROM half)`

export async function listPayments({ actor, url }: Requested): Promise<Reply> {
  const count = Number(url.searchParams.get('count'))
  const cursor = url.searchParams.get('starting_after')
  const skip = Number(url.searchParams.get('skip') ?? 0)
  const items = await itemsOf(actor.accountId, count, cursor, skip)
  return { status: 200, body: JSON.stringify({ entity: 'collection', count: items.length, items }) }
}

async function itemsOf(accountId: string, count: number, cursor: string | null, skip: number) {
  if (skip > 0) return rowsOf(pool, 'skip', SKIP, [accountId, count, skip])
  if (cursor === null) return rowsOf(pool, 'first', FIRST, [accountId, count])
  return rowsOf(pool, 'after', AFTER, [accountId, count, cursor])
}
