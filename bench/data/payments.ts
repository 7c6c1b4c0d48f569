import type pg from 'pg'
import { load, withoutIndexes } from '#bench/data/bulk.ts'
import { REASONS } from '#lib/pipeline/error-reasons.ts'

/** The owners of the payments: `count` of one account, and the rest of `total` of the others in turn. */
type Owners = { accountId: string; count: number; others: string[]; total: number }

/** The time over which the payments are spread: two hundred days, up to an hour ago. */
const SPAN = 200 * 86_400

/** Authorizations are no older than this: the server would have returned older ones. */
const WINDOW = 259_200

/**
 * Fills orders, payments, cards and refunds with the past of a few merchants: one order a payment, in every state and by
 * every method. PostgreSQL makes the rows itself, the same in every run.
 */
export async function fillPayments(pool: pg.Pool, owners: Owners): Promise<void> {
  const end = Math.floor(Date.now() / 1000) - 3600
  const draw = (client: pg.PoolClient) => client.query(drawn(owners, end))
  await pool.query('DROP TABLE IF EXISTS bench_drawn')
  await withoutIndexes(pool, ['orders', 'payments', 'cards', 'refunds'], async () => {
    await load(pool, [draw])
    await load(
      pool,
      [PAYMENTS, ORDERS, CARDS, REFUNDS].map((text) => (client) => client.query(text)),
    )
  })
  await pool.query('DROP TABLE bench_drawn')
}

/** The random choices of each payment, and their consequences. Every row is derived from its number. */
function drawn(owners: Owners, end: number): string {
  const { total } = owners
  return `CREATE UNLOGGED TABLE bench_drawn AS
    SELECT n, account_id, created_at, method, payer, amount, tail, status,
           status IN ('captured', 'refunded') AS captured,
           status IN ('captured', 'refunded', 'authorized') AS held,
           CASE WHEN status = 'refunded' THEN amount
                WHEN status = 'captured' AND ${chance(5)} < 0.01 AND amount > 200 THEN amount / 2
                ELSE 0 END AS refunded
    FROM (
      SELECT n, substr(md5(n::text), 1, 4) AS tail, ${accountOf(owners)} AS account_id,
             ${end - SPAN} + n * ${SPAN} / ${total} AS created_at,
             100 + floor(power(${chance(1)}, 3) * 2000000)::bigint AS amount,
             10000000 + floor(${chance(2)} * 50000)::int AS payer,
             ${among(chance(3), METHODS)} AS method,
             CASE WHEN n * ${SPAN} / ${total} > ${SPAN - WINDOW} AND ${chance(6)} < 0.1 THEN 'authorized'
                  ELSE ${among(chance(4), STATUSES)} END AS status
      FROM generate_series(1::bigint, ${total}) AS n
    ) AS numbered`
}

/** A number from 0 to 1 that belongs to the row and to the question. */
function chance(question: number): string {
  return `((hashint8extended(n, ${question}) & 1048575) / 1048576::float8)`
}

/** Which account the row is of: those of the first lie evenly between the rest. */
function accountOf({ accountId, count, others, total }: Owners): string {
  const list = others.map((other) => `'${other}'`).join(', ')
  const rest = others.length === 0 ? '' : ` ELSE (ARRAY[${list}])[1 + n % ${others.length}]`
  return `CASE WHEN n * ${count} / ${total} > (n - 1) * ${count} / ${total} THEN '${accountId}'${rest} END`
}

/** The entry under which a number from 0 to 1 falls. */
function among(dice: string, shares: readonly (readonly [string, number])[]): string {
  let below = 0
  const cases = shares.map(([name, share]) => {
    below += share
    return `WHEN ${dice} < ${below} THEN '${name}'`
  })
  return `CASE ${cases.join(' ')} ELSE '${shares[0]?.[0]}' END`
}

const STATUSES = [
  ['captured', 0.87],
  ['failed', 0.08],
  ['refunded', 0.03],
  ['created', 0.02],
] as const
const METHODS = [
  ['card', 0.5],
  ['upi', 0.35],
  ['netbanking', 0.1],
  ['wallet', 0.05],
] as const

/** Ids sort by their number, as real ones do by their time, and end in characters of chance. */
const id = (prefix: string) => `'${prefix}_' || lpad(to_hex(n), 10, '0') || tail`

const ORDERS = `INSERT INTO orders (account_id, id, amount, amount_paid, currency, receipt, status, attempts, authorized,
    payment_capture, created_at)
  SELECT account_id, ${id('order')}, amount, CASE WHEN captured THEN amount ELSE 0 END, 'INR', 'R-' || lpad(n::text, 10, '0'),
    CASE WHEN captured THEN 'paid' ELSE 'attempted' END, 1, status = 'authorized', true, created_at
  FROM bench_drawn`

const PAYMENTS = `INSERT INTO payments (account_id, id, amount, currency, status, order_id, method, amount_refunded,
    refund_status, captured, description, card_id, bank, wallet, vpa, email, contact, notes, fee, tax, error_code,
    error_description, error_reason, acquirer_data, created_at, authorized_at, captured_at, capture_by, last4)
  SELECT account_id, ${id('pay')}, amount, 'INR', status, ${id('order')}, method, refunded,
    CASE WHEN refunded = amount THEN 'full' WHEN refunded > 0 THEN 'partial' END, captured, 'An order of the bench',
    CASE WHEN method = 'card' THEN ${id('card')} END, CASE WHEN method = 'netbanking' THEN 'HDFC' END,
    CASE WHEN method = 'wallet' THEN 'mobikwik' END, CASE WHEN method = 'upi' THEN 'p' || payer || '@okaxis' END,
    'payer' || payer || '@example.com', '+9198' || payer, jsonb_build_object('shelf', 'A-' || n % 20000),
    CASE WHEN captured THEN round(amount * 0.02) END, CASE WHEN captured THEN round(amount * 0.003) END,
    CASE WHEN status = 'failed' THEN '${REASONS.payment_declined.code}' END,
    CASE WHEN status = 'failed' THEN '${REASONS.payment_declined.description.replaceAll("'", "''")}' END,
    CASE WHEN status = 'failed' THEN CASE WHEN n % 1000 = 0 THEN 'card_declined' ELSE 'payment_declined' END END,
    CASE WHEN held THEN jsonb_build_object('rrn', (100000000000 + n)::text) ELSE '{}' END, created_at,
    CASE WHEN held THEN created_at END, CASE WHEN captured THEN created_at END,
    CASE WHEN held THEN created_at + ${WINDOW} END, CASE WHEN method = 'card' THEN (1000 + n % 9000)::text END
  FROM bench_drawn`

const CARDS = `INSERT INTO cards (account_id, id, payment_id, name, last4, network, type, issuer, international, sub_type, iin)
  SELECT account_id, ${id('card')}, ${id('pay')}, 'Test Payer', (1000 + n % 9000)::text, 'Visa', 'credit', 'ICIC', false,
    'consumer', '410028'
  FROM bench_drawn WHERE method = 'card'`

const REFUNDS = `INSERT INTO refunds (account_id, id, amount, currency, payment_id, acquirer_data, status, speed_requested,
    speed_processed, created_at, finished_at)
  SELECT account_id, ${id('rfnd')}, refunded, 'INR', ${id('pay')}, '{}',
    'processed', 'normal', 'normal', created_at, created_at
  FROM bench_drawn WHERE refunded > 0`
