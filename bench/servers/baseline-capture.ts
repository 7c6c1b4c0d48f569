import { createHash, randomUUID } from 'node:crypto'
import type { Reply, Requested } from '#bench/servers/baseline-key.ts'
import { PAYMENT } from '#bench/servers/baseline-lists.ts'
import { pool, rowsOf } from '#bench/servers/baseline-pool.ts'
import { UNFOLDED } from '#bench/servers/unfolded.ts'
import { newId } from '#lib/values/id.ts'

/**
 * The least that a capture can be with the guarantees of the product: one statement that claims the key and reserves the
 * call to the bank, the call, and one statement that records what the bank said. The call costs one statement, since the
 * simulator remembers in the same database. The merchant's balance only grows, so its movement is enough.
 */
export async function capturePayment({ actor, key, body, url }: Requested): Promise<Reply> {
  const id = url.pathname.split('/')[3] ?? ''
  const { amount } = JSON.parse(body) as { amount: number }
  const account = actor.accountId
  const at = Date.now()
  const now = Math.floor(at / 1000)
  const token = randomUUID()
  const hash = createHash('sha256').update(id).update(body).digest()
  const reference = newId('bank_operation', at)
  const reserving = [account, key, hash, token, now + 60, now, id, amount, reference]
  const [reserved] = await rowsOf(pool, 'reserve', RESERVE, reserving)
  if (reserved?.claimed !== 1) return { status: 409, body: '{}' }
  if (reserved.authorization === null) return { status: 400, body: '{}' }
  await rowsOf(pool, 'bank', BANK, [reference, reserved.authorization, now])
  const net = Math.round(amount * 0.02)
  const tax = Math.round(net * 0.18)
  const ids = [newId('ledger_transaction', at), newId('event', at), newId('event', at), newId('audit', at)]
  const who = [actor.id, actor.name, newId('request', at)]
  const recording = [account, key, token, now, id, reference, net, tax, ...ids, ...who]
  const [recorded] = await rowsOf(pool, 'record', RECORD, recording)
  if (typeof recorded?.answer !== 'string') throw new Error(`The payment ${id} wasn't captured.`)
  return { status: 200, body: recorded.answer }
}

/** The payment is the caller's from here on, since only one statement finds its `operation` empty. */
const RESERVE = `WITH claim AS (
    INSERT INTO idempotency_keys AS kept (account_id, key, operation, request_hash, token, locked_until, created_at)
    VALUES ($1, $2, 'capture_payment', $3, $4, $5, $6)
    ON CONFLICT (account_id, key) DO UPDATE SET token = EXCLUDED.token, locked_until = EXCLUDED.locked_until
    WHERE kept.status IS NULL AND kept.locked_until < $6 AND kept.request_hash = EXCLUDED.request_hash RETURNING 1
  ), taken AS (
    UPDATE payments SET operation = 'capture' FROM claim
    WHERE account_id = $1 AND id = $7 AND status = 'authorized' AND operation IS NULL AND amount = $8 AND capture_by >= $6
      AND EXISTS (SELECT 1 FROM orders WHERE account_id = $1 AND orders.id = payments.order_id AND status <> 'paid')
    RETURNING authorization_reference
  ), reserved AS (
    INSERT INTO bank_operations (account_id, id, kind, payment_id, state, idempotency_key, created_at, checked_at)
    SELECT $1, $9, 'capture', $7, 'reserved', $2, $6, $6 FROM taken
  ) SELECT (SELECT count(*)::int FROM claim) AS claimed, (SELECT authorization_reference FROM taken) AS authorization`

const BANK = `INSERT INTO simulator_records (reference, kind, answer, created_at)
  SELECT $1, 'capture', jsonb_build_object(
    'given', jsonb_build_object('outcome', 'captured', 'data', answer -> 'given' -> 'data'),
    'authorization', $2::text, 'amount', answer -> 'amount', 'currency', answer -> 'currency'), $3
  FROM simulator_records WHERE reference = $2 ON CONFLICT (reference) DO NOTHING`

const RECORD = `WITH finished AS (
    UPDATE bank_operations SET state = 'succeeded', finished_at = $4
    WHERE account_id = $1 AND id = $6 AND state = 'reserved' RETURNING 1
  ), payment AS (
    UPDATE payments SET status = 'captured', captured = true, captured_at = $4, operation = NULL, fee = $7::bigint + $8::bigint,
      tax = $8 FROM finished
    WHERE account_id = $1 AND id = $5 AND status = 'authorized' AND operation = 'capture' RETURNING ${PAYMENT}
  ), paid AS (
    UPDATE orders SET amount_paid = amount_paid + payment.amount, authorized = false,
      status = CASE WHEN amount_paid + payment.amount >= orders.amount THEN 'paid' ELSE 'attempted' END
    FROM payment WHERE account_id = $1 AND orders.id = payment.order_id RETURNING orders.*
  ), head AS (
    INSERT INTO ledger_transactions (account_id, id, kind, reference, payment_id, created_at)
    SELECT $1, $9, 'capture', '${UNFOLDED}capture:' || $5::text, $5, $4 FROM payment
  ), legs AS (
    INSERT INTO ledger_postings (account_id, transaction_id, line, debit, credit, amount, created_at)
    SELECT $1, $9, leg.line, leg.debit, leg.credit, leg.amount, $4
    FROM payment, LATERAL (VALUES (1, 'authorized_payments', 'merchant_balance', payment.amount),
      (2, 'merchant_balance', 'fees', $7::bigint), (3, 'merchant_balance', 'tax', $8::bigint)) AS leg (line, debit, credit, amount)
  ), moved AS (
    INSERT INTO balance_movements (account_id, id, kind, source, payment_id, amount, currency, fee, tax, credit, debit, created_at)
    SELECT $1, $9, 'capture', $5, $5, payment.amount, payment.currency, $7::bigint + $8::bigint, $8::bigint,
      payment.amount - $7::bigint - $8::bigint, 0, $4 FROM payment
  ), counted AS (
    INSERT INTO record_count_changes (account_id, kind, created_at, currency, status, method, captured, authorized,
      error_reason, count, amount, amount_paid, amount_refunded)
    SELECT $1, change.* FROM payment, paid, LATERAL (VALUES
      ('payments', payment.created_at, payment.currency, 'authorized', payment.method, false, false, '', -1, -payment.amount, 0::bigint, 0::bigint),
      ('payments', payment.created_at, payment.currency, 'captured', payment.method, true, false, '', 1, payment.amount, 0, 0),
      ('orders', paid.created_at, paid.currency, 'attempted', '', false, true, '', -1, -paid.amount, payment.amount - paid.amount_paid, 0),
      ('orders', paid.created_at, paid.currency, paid.status, '', false, false, '', 1, paid.amount, paid.amount_paid, 0)
    ) AS change
  ), told AS (
    INSERT INTO events (account_id, id, event, contains, payload, payment_id, order_id, actor_kind, actor_id, actor_name,
      request_id, created_at)
    SELECT $1, told.id, told.event, told.contains, told.payload, $5, paid.id, 'key', $13, $14, $15, $4
    FROM payment, paid, LATERAL (VALUES
      ($10::text, 'payment.captured', '{payment}'::text[],
        jsonb_build_object('payment', jsonb_build_object('entity', to_jsonb(payment)))),
      ($11::text, 'order.paid', '{payment,order}'::text[],
        jsonb_build_object('payment', jsonb_build_object('entity', to_jsonb(payment)),
          'order', jsonb_build_object('entity', to_jsonb(paid))))) AS told (id, event, contains, payload)
    RETURNING id, event, created_at
  ), queued AS (
    INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event, object_id, state, round_at, due_at, created_at)
    SELECT $1, endpoint.id, told.id, told.event, $5, 'pending', told.created_at, told.created_at, told.created_at
    FROM told JOIN webhook_endpoints endpoint ON endpoint.account_id = $1
    WHERE endpoint.active AND endpoint.disabled_at IS NULL AND endpoint.deleted_at IS NULL
      AND endpoint.events && ARRAY['*', told.event]
  ), line AS (
    INSERT INTO audit_lines (account_id, id, action, object_id, actor_kind, actor_id, actor_name, request_id, details, created_at)
    SELECT $1, $12, 'capture_payment', $5, 'key', $13, $14, $15, '{}', $4 FROM payment
  ), answered AS (
    UPDATE idempotency_keys SET status = 200, body = to_json(payment)::text, token = NULL, locked_until = NULL
    FROM payment WHERE account_id = $1 AND key = $2 AND token = $3 RETURNING body
  ) SELECT body AS answer FROM answered`
