import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Answer, Asked } from '#bench/servers/baseline-key.ts'
import { PAYMENT } from '#bench/servers/baseline-lists.ts'
import { pool, rowsOf, transaction } from '#bench/servers/baseline-pool.ts'
import { newId } from '#lib/values/id.ts'

const ALL = 'SELECT * FROM payments WHERE account_id = $1 AND id = $2'
const ORDER = 'SELECT * FROM orders WHERE account_id = $1 AND id = $2'

/** The statements of the product's capture, one for one and in its two transactions, without the program around them. */
export async function capturePayment({ actor, key, body, url }: Asked): Promise<Answer> {
  const id = url.pathname.split('/')[3] ?? ''
  const { amount } = JSON.parse(body) as { amount: number }
  const account = actor.accountId
  const now = Math.floor(Date.now() / 1000)
  const token = randomUUID()
  const hash = createHash('sha256').update(id).update(body).digest()
  const claim = await rowsOf(pool, 'claim', CLAIM, [account, key, hash, token, now + 60, now])
  if (claim.length === 0) return { status: 409, body: '{}' }
  const reference = await transaction((client) => reserve(client, { account, id, key, amount, now }))
  if (!reference) return { status: 400, body: '{}' }
  await askBank(account, id, reference, now)
  const answer = JSON.stringify(await transaction((client) => settle(client, { actor, id, reference, now })))
  await rowsOf(pool, 'keep', KEEP, [account, key, token, answer])
  return { status: 200, body: answer }
}

async function lock(client: pg.PoolClient, account: string, id: string) {
  const [found] = await rowsOf(client, 'payment', ALL, [account, id])
  await rowsOf(client, 'lock order', 'SELECT 1 FROM orders WHERE account_id = $1 AND id = $2 FOR UPDATE', [
    account,
    found?.order_id,
  ])
  await rowsOf(client, 'lock', 'SELECT 1 FROM payments WHERE account_id = $1 AND id = $2 FOR UPDATE', [
    account,
    id,
  ])
  const [payment] = await rowsOf(client, 'payment', ALL, [account, id])
  if (!payment) throw new Error(`There is no payment ${id}.`)
  return payment
}

type Reserving = { account: string; id: string; key: string; amount: number; now: number }

async function reserve(
  client: pg.PoolClient,
  { account, id, key, amount, now }: Reserving,
): Promise<string | undefined> {
  const payment = await lock(client, account, id)
  await rowsOf(client, 'earlier', EARLIER, [account, id, key])
  await rowsOf(client, 'order', ORDER, [account, payment.order_id])
  if (payment.status !== 'authorized' || payment.operation !== null || payment.amount !== amount)
    return undefined
  const reference = newId('bank_operation', now * 1000)
  await rowsOf(client, 'reserve', RESERVE, [account, reference, id, key, now])
  await rowsOf(
    client,
    'occupy',
    "UPDATE payments SET operation = 'capture' WHERE account_id = $1 AND id = $2",
    [account, id],
  )
  return reference
}

async function askBank(account: string, id: string, reference: string, now: number): Promise<void> {
  const [payment] = await rowsOf(pool, 'payment', ALL, [account, id])
  const authorization = payment?.authorization_reference
  const [hold] = await rowsOf(pool, 'hold', 'SELECT * FROM simulator_records WHERE reference = $1', [
    authorization,
  ])
  if (!hold) throw new Error(`Nothing is held for the payment ${id}.`)
  const { given, amount, currency } = hold.answer as Hold
  const answer = { given: { outcome: 'captured', data: given.data }, authorization, amount, currency }
  await rowsOf(pool, 'take', TAKE, [reference, JSON.stringify(answer), now])
}

type Hold = { given: { data: object }; amount: number; currency: string }

type Settling = { actor: Asked['actor']; id: string; reference: string; now: number }

async function settle(client: pg.PoolClient, { actor, id, reference, now }: Settling) {
  const { accountId: account } = actor
  const held = await lock(client, account, id)
  const amount = Number(held.amount)
  const net = Math.round(amount * 0.02)
  const tax = Math.round(net * 0.18)
  const [payment] = await rowsOf(client, 'captured', CAPTURED, [
    account,
    id,
    now,
    net + tax,
    tax,
    held.acquirer_data,
  ])
  await rowsOf(client, 'finish', FINISH, [account, reference, now])
  const movement = [account, newId('ledger_transaction', now * 1000), `capture:${id}`, id, now]
  await rowsOf(client, 'post', POST, [...movement, amount, net, tax])
  const [before] = await rowsOf(client, 'order', ORDER, [account, held.order_id])
  const [order] = await rowsOf(client, 'pay', PAY, [account, before?.id, amount])
  const events = [
    newId('event', now * 1000),
    JSON.stringify({ payment: { entity: payment } }),
    newId('event', now * 1000),
  ]
  const both = JSON.stringify({ payment: { entity: payment }, order: { entity: order } })
  const line = [newId('audit', now * 1000), actor.id, actor.name, newId('request', now * 1000)]
  await rowsOf(client, 'tell', TELL, [account, ...events, both, id, order?.id, ...line, now])
  return payment
}

const CLAIM = `INSERT INTO idempotency_keys AS kept (account_id, key, operation, request_hash, token, locked_until, created_at)
  VALUES ($1, $2, 'capture_payment', $3, $4, $5, $6)
  ON CONFLICT (account_id, key) DO UPDATE SET token = EXCLUDED.token, locked_until = EXCLUDED.locked_until
  WHERE kept.status IS NULL AND kept.locked_until < $6 AND kept.request_hash = EXCLUDED.request_hash RETURNING token`

const KEEP = `UPDATE idempotency_keys SET status = 200, body = $4, token = NULL, locked_until = NULL
  WHERE account_id = $1 AND key = $2 AND token = $3 RETURNING key`

const EARLIER = `SELECT * FROM bank_operations
  WHERE account_id = $1 AND payment_id = $2 AND kind = 'capture' AND idempotency_key = $3 LIMIT 1`

const RESERVE = `INSERT INTO bank_operations (account_id, id, kind, payment_id, state, idempotency_key, created_at, checked_at)
  VALUES ($1, $2, 'capture', $3, 'reserved', $4, $5, $5)`

const TAKE = `INSERT INTO simulator_records (reference, kind, answer, created_at) VALUES ($1, 'capture', $2, $3)
  ON CONFLICT (reference) DO NOTHING RETURNING *`

const CAPTURED = `UPDATE payments SET status = 'captured', captured = true, captured_at = $3, operation = NULL, fee = $4,
  tax = $5, acquirer_data = $6 WHERE account_id = $1 AND id = $2 RETURNING ${PAYMENT}`

const FINISH =
  "UPDATE bank_operations SET state = 'succeeded', finished_at = $3 WHERE account_id = $1 AND id = $2"

const POST = `WITH head AS (
    INSERT INTO ledger_transactions (account_id, id, kind, reference, payment_id, created_at)
    VALUES ($1, $2, 'capture', $3, $4, $5)
  ), lines AS (
    INSERT INTO ledger_postings (account_id, transaction_id, line, debit, credit, amount, created_at)
    VALUES ($1, $2, 1, 'authorized_payments', 'merchant_balance', $6::bigint, $5),
           ($1, $2, 2, 'merchant_balance', 'fees', $7::bigint, $5), ($1, $2, 3, 'merchant_balance', 'tax', $8::bigint, $5)
  ) UPDATE ledger_balances SET balance = balance + $6::bigint - $7::bigint - $8::bigint
    WHERE account_id = $1 AND account = 'merchant_balance'`

const PAY = `UPDATE orders SET amount_paid = amount_paid + $3, authorized = false,
  status = CASE WHEN amount_paid + $3 >= amount THEN 'paid' ELSE 'attempted' END
  WHERE account_id = $1 AND id = $2 RETURNING *`

const TELL = `WITH told AS (
    INSERT INTO events (account_id, id, event, contains, payload, payment_id, order_id, actor_kind, actor_id, actor_name,
      request_id, created_at)
    VALUES ($1, $2, 'payment.captured', '{payment}', $3, $6, $7, 'key', $9, $10, $11, $12),
           ($1, $4, 'order.paid', '{payment,order}', $5, $6, $7, 'key', $9, $10, $11, $12)
  ) INSERT INTO audit_lines (account_id, id, action, object_id, actor_kind, actor_id, actor_name, request_id, details, created_at)
    VALUES ($1, $8, 'capture_payment', $6, 'key', $9, $10, $11, '{}', $12)`
