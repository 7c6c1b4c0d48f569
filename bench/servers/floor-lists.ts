import type { Answer, Asked } from '#bench/servers/floor-key.ts'
import { pool, rowsOf } from '#bench/servers/floor-pool.ts'

/** The members of a payment in the order of the answer. */
export const PAYMENT = `id, 'payment' AS entity, amount, currency, status, order_id, invoice_id, international, method,
  amount_refunded, refund_status, captured, description, card_id, bank, wallet, vpa, email, contact, customer_id,
  token_id, notes, fee, tax, error_code, error_description, error_source, error_step, error_reason, acquirer_data,
  created_at`

const FIRST = `SELECT ${PAYMENT} FROM payments WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`

const CURSOR = 'SELECT created_at FROM payments WHERE account_id = $1 AND id = $2'

const AFTER = `SELECT ${PAYMENT} FROM payments WHERE account_id = $1 AND (created_at, id) < ($3, $4)
  ORDER BY created_at DESC, id DESC LIMIT $2`

export async function listPayments({ actor, url }: Asked): Promise<Answer> {
  const count = Number(url.searchParams.get('count'))
  const cursor = url.searchParams.get('starting_after')
  const skip = Number(url.searchParams.get('skip') ?? 0)
  const items = cursor
    ? await rowsAfter(actor.accountId, count, cursor)
    : await rowsOf(pool, 'first', FIRST, [actor.accountId, count, skip])
  return { status: 200, body: JSON.stringify({ entity: 'collection', count: items.length, items }) }
}

async function rowsAfter(accountId: string, count: number, cursor: string) {
  const [edge] = await rowsOf(pool, 'cursor', CURSOR, [accountId, cursor])
  return rowsOf(pool, 'after', AFTER, [accountId, count, edge?.created_at, cursor])
}
