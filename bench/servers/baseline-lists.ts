import type { Answer, Asked } from '#bench/servers/baseline-key.ts'
import { pool, rowsOf } from '#bench/servers/baseline-pool.ts'

/** The members of a payment in the order of the answer, for statements that return one. */
export const PAYMENT = `id, 'payment' AS entity, amount, currency, status, order_id, invoice_id, international, method,
  amount_refunded, refund_status, captured, description, card_id, bank, wallet, vpa, email, contact, customer_id,
  token_id, notes, fee, tax, error_code, error_description, error_source, error_step, error_reason, acquirer_data,
  created_at`

const FIRST = `SELECT ${PAYMENT} FROM payments WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`

const CURSOR = 'SELECT created_at FROM payments WHERE account_id = $1 AND id = $2'

const AFTER = `SELECT ${PAYMENT} FROM payments WHERE account_id = $1 AND (created_at, id) < ($3, $4)
  ORDER BY created_at DESC, id DESC LIMIT $2`

/** All columns as they stand: anything else would be worked out for every row that is skipped, too. */
const SKIP =
  'SELECT * FROM payments WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3'

export async function listPayments({ actor, url }: Asked): Promise<Answer> {
  const count = Number(url.searchParams.get('count'))
  const cursor = url.searchParams.get('starting_after')
  const skip = Number(url.searchParams.get('skip') ?? 0)
  const items = await itemsOf(actor.accountId, count, cursor, skip)
  return { status: 200, body: JSON.stringify({ entity: 'collection', count: items.length, items }) }
}

async function itemsOf(accountId: string, count: number, cursor: string | null, skip: number) {
  if (skip > 0) return (await rowsOf(pool, 'skip', SKIP, [accountId, count, skip])).map(memberOf)
  if (cursor === null) return rowsOf(pool, 'first', FIRST, [accountId, count])
  const [edge] = await rowsOf(pool, 'cursor', CURSOR, [accountId, cursor])
  return rowsOf(pool, 'after', AFTER, [accountId, count, edge?.created_at, cursor])
}

function memberOf(row: Record<string, unknown>) {
  const {
    account_id,
    operation,
    authorization_reference,
    authorized_at,
    captured_at,
    capture_by,
    last4,
    id,
    ...rest
  } = row
  return { id, entity: 'payment', ...rest }
}
