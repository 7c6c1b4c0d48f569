import { createHash } from 'node:crypto'
import type { Actor } from '#bench/servers/baseline-key.ts'
import { newId } from '#lib/values/id.ts'

/** The statement of the product: idempotency row, order, counter and audit line, or nothing when the key is taken. */
export const CREATE_ORDER = `WITH claim AS (
    INSERT INTO idempotency_keys (account_id, key, operation, request_hash, status, body, created_at)
    VALUES ($1, $2, 'create_order', $3, 201, $4, $5) ON CONFLICT DO NOTHING RETURNING 1
  ), made AS (
    INSERT INTO orders (account_id, id, amount, amount_paid, currency, receipt, offer_id, status, attempts,
      payment_capture, partial_payment, first_payment_min_amount, callback_url, notes, created_by, created_at)
    SELECT $1, $6, $7, 0, $8, $9, NULL, 'created', 0, $10, false, NULL, NULL, $11, $12, $5 FROM claim
  ), counted AS (
    INSERT INTO record_count_changes (account_id, kind, created_at, currency, status, method, captured, authorized,
      error_reason, count, amount, amount_paid, amount_refunded)
    SELECT $1, 'orders', $5, $8, 'created', '', false, false, '', 1, $7, 0, 0 FROM claim
  ), line AS (
    INSERT INTO audit_lines (account_id, id, action, object_id, actor_kind, actor_id, actor_name, request_id, details, created_at)
    SELECT $1, $13, 'create_order', $6, 'key', $12, $14, $15, '{}', $5 FROM claim
  ) SELECT count(*)::int AS claimed FROM claim`

/** The values of the statement, and the response. */
export function orderOf(actor: Actor, key: string, body: string): { values: unknown[]; answer: string } {
  const input = JSON.parse(body) as Record<string, unknown>
  const at = Date.now()
  const created_at = Math.floor(at / 1000)
  const id = newId('order', at)
  const { amount, currency, receipt = null, payment_capture = false, notes = {} } = input
  const response = JSON.stringify({
    id,
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes,
    created_at,
  })
  const hash = createHash('sha256').update(body).digest()
  const order = [id, amount, currency, receipt, payment_capture, JSON.stringify(notes), actor.id]
  const line = [newId('audit', at), actor.name, newId('request', at)]
  return { values: [actor.accountId, key, hash, response, created_at, ...order, ...line], answer: response }
}
