import { createHash } from 'node:crypto'
import type { Reply, Requested } from '#bench/servers/baseline-key.ts'
import { pool, rowsOf } from '#bench/servers/baseline-pool.ts'
import { UNFOLDED } from '#bench/servers/unfolded.ts'
import { newId } from '#lib/values/id.ts'

/**
 * The least that money leaving a wallet can be with the guarantees of the product: a part of a transfer is reversed by one
 * statement, one request after the other. The merchant's balance only grows, so its movement is enough.
 */
export async function reverseTransfer({ actor, key, body, url }: Requested): Promise<Reply> {
  const transfer_id = url.pathname.split('/')[3] ?? ''
  const { amount } = JSON.parse(body) as { amount: number }
  const at = Date.now()
  const created_at = Math.floor(at / 1000)
  const id = newId('reversal', at)
  const money = { amount, fee: 0, tax: 0, currency: 'INR' }
  const response = JSON.stringify({ id, entity: 'reversal', transfer_id, ...money, notes: [], created_at })
  const hash = createHash('sha256').update(transfer_id).update(body).digest()
  const claim = [actor.accountId, key, hash, response, created_at]
  const entry = [newId('customer_transaction', at), newId('ledger_transaction', at)]
  const who = [newId('event', at), newId('audit', at), actor.id, actor.name, newId('request', at)]
  const values = [...claim, transfer_id, amount, id, ...entry, ...who]
  const [row] = await rowsOf(pool, 'reverse', REVERSE, values)
  return row?.claimed === 1 ? { status: 201, body: response } : { status: 409, body: '{}' }
}

/** A wallet that holds too little divides by zero, so nothing of the statement remains. */
const REVERSE = `WITH claim AS (
    INSERT INTO idempotency_keys (account_id, key, operation, request_hash, status, body, created_at)
    VALUES ($1, $2, 'reverse_transfer', $3, 201, $4, $5) ON CONFLICT DO NOTHING RETURNING 1
  ), transfer AS (
    UPDATE transfers SET amount_reversed = amount_reversed + $7::bigint FROM claim
    WHERE account_id = $1 AND id = $6 AND status = 'processed' AND amount_reversed + $7::bigint <= amount
    RETURNING recipient, currency
  ), wallet AS (
    UPDATE wallets SET balance = balance - $7::bigint, entries = entries + 1, last_entry_at = GREATEST(last_entry_at, $5)
    FROM transfer WHERE account_id = $1 AND customer_id = recipient AND balance >= $7::bigint
    RETURNING customer_id, balance, entries, last_entry_at, currency
  ), reversal AS (
    INSERT INTO reversals (account_id, id, transfer_id, amount, currency, created_by, created_at)
    SELECT $1, $8, $6, $7, currency, 'key:' || $14::text, $5 FROM wallet
  ), entry AS (
    INSERT INTO customer_transactions
      (account_id, id, customer_id, seq, source, status, type, amount, currency, credit, debit, balance, created_at)
    SELECT $1, $9, customer_id, entries, $8, 'completed', 'transfer', $7, currency, 0, $7, balance, last_entry_at FROM wallet
  ), head AS (
    INSERT INTO ledger_transactions (account_id, id, kind, reference, created_at)
    SELECT $1, $10, 'transfer_reversed', '${UNFOLDED}transfer_reversed:' || $8::text, $5 FROM wallet
  ), leg AS (
    INSERT INTO ledger_postings (account_id, transaction_id, line, debit, credit, amount, created_at)
    SELECT $1, $10, 1, 'wallets', 'merchant_balance', $7, $5 FROM wallet
  ), moved_balance AS (
    INSERT INTO balance_movements (account_id, id, kind, source, amount, currency, credit, debit, created_at)
    SELECT $1, $10, 'transfer_reversed', $8, $7, currency, $7, 0, $5 FROM wallet
  ), told AS (
    INSERT INTO events (account_id, id, event, contains, payload, customer_id, object_id, actor_kind, actor_id, actor_name,
      request_id, created_at)
    SELECT $1, $11, 'wallet.debited', '{reversal}', jsonb_build_object('reversal', jsonb_build_object('entity', $4::jsonb)),
      customer_id, $8, 'key', $13, $14, $15, $5 FROM wallet RETURNING id, event, created_at
  ), queued AS (
    INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event, object_id, state, round_at, due_at, created_at)
    SELECT $1, endpoint.id, told.id, told.event, $8, 'pending', told.created_at, told.created_at, told.created_at
    FROM told JOIN webhook_endpoints endpoint ON endpoint.account_id = $1
    WHERE endpoint.active AND endpoint.disabled_at IS NULL AND endpoint.deleted_at IS NULL
      AND endpoint.events && ARRAY['*', told.event]
  ), line AS (
    INSERT INTO audit_lines (account_id, id, action, object_id, actor_kind, actor_id, actor_name, request_id, details, created_at)
    SELECT $1, $12, 'reverse_transfer', $6, 'key', $13, $14, $15, '{}', $5 FROM wallet
  ) SELECT (SELECT count(*)::int FROM claim) AS claimed,
      CASE WHEN EXISTS (SELECT 1 FROM claim) THEN 1 / (SELECT count(*) FROM wallet) END AS moved`
