import type { Instance } from '#lib/testing/instance.ts'

/**
 * What must hold of everything that is on record, beyond the invariants of the ledger: each change was told exactly
 * once and posted exactly once, no money came from or went anywhere else, and nothing is left half done.
 */
const CHECKS: Record<string, string> = {
  'a payment that was authorized is told of once, and one that was not never': eventCount(
    'payments',
    'payment_id',
    'payment.authorized',
    'authorized_at IS NOT NULL',
  ),
  'a captured payment is told of once, and one that was not never': eventCount(
    'payments',
    'payment_id',
    'payment.captured',
    'captured',
  ),
  'a paid order is told of once, and one that is not never': eventCount(
    'orders',
    'order_id',
    'order.paid',
    "status = 'paid'",
  ),
  'a refund is told of once': refundEvent('refund.created', 'true'),
  'a processed refund is told of once, and one that is not never': refundEvent(
    'refund.processed',
    "status = 'processed'",
  ),
  'a failed refund is told of once, and one that is not never': refundEvent(
    'refund.failed',
    "status = 'failed'",
  ),
  'a refund that became slower is told of once': refundEvent(
    'refund.speed_changed',
    "speed_requested = 'optimum' AND speed_processed = 'normal'",
  ),
  'every movement is posted once': `SELECT reference FROM ledger_transactions GROUP BY account_id, reference HAVING count(*) > 1`,
  'a movement has the legs of its kind': `
    SELECT head.reference, array_agg(leg.debit || ' ' || leg.credit ORDER BY line) AS legs FROM ledger_transactions head
    JOIN ledger_postings leg ON leg.account_id = head.account_id AND leg.transaction_id = head.id
    GROUP BY head.account_id, head.id, head.reference, head.kind
    HAVING NOT CASE head.kind
      WHEN 'authorize' THEN array_agg(leg.debit || ' ' || leg.credit) IN (
        ARRAY['bank authorized_payments'], ARRAY['wallets authorized_payments'])
      WHEN 'capture' THEN array_agg(leg.debit || ' ' || leg.credit ORDER BY line) IN (
        ARRAY['authorized_payments merchant_balance', 'merchant_balance fees', 'merchant_balance tax'],
        ARRAY['authorized_payments merchant_balance', 'merchant_balance fees'], ARRAY['authorized_payments merchant_balance'])
      WHEN 'refund' THEN array_agg(leg.debit || ' ' || leg.credit) IN (
        ARRAY['merchant_balance refunds_pending'], ARRAY['authorized_payments refunds_pending'])
      WHEN 'refund_processed' THEN array_agg(leg.debit || ' ' || leg.credit) = ARRAY['refunds_pending bank']
      WHEN 'refund_failed' THEN array_agg(leg.debit || ' ' || leg.credit) IN (
        ARRAY['refunds_pending merchant_balance'], ARRAY['refunds_pending authorized_payments'])
      WHEN 'transfer' THEN array_agg(leg.debit || ' ' || leg.credit) IN (
        ARRAY['merchant_balance wallets'], ARRAY['transfers_on_hold wallets'])
      WHEN 'transfer_reversed' THEN array_agg(leg.debit || ' ' || leg.credit) IN (
        ARRAY['wallets merchant_balance'], ARRAY['transfers_on_hold merchant_balance'])
      WHEN 'settlement' THEN array_agg(leg.debit || ' ' || leg.credit) = ARRAY['merchant_balance settlements_pending']
      WHEN 'settlement_processed' THEN array_agg(leg.debit || ' ' || leg.credit) = ARRAY['settlements_pending bank']
      WHEN 'settlement_failed' THEN array_agg(leg.debit || ' ' || leg.credit) = ARRAY['settlements_pending merchant_balance']
      ELSE false END`,
  'the simulated bank did what the platform says it did': `
    SELECT operation.id, operation.kind, operation.state, record.answer -> 'given' AS given FROM bank_operations operation
    LEFT JOIN simulator_records record ON record.reference = operation.id
    LEFT JOIN payments payment ON payment.account_id = operation.account_id AND payment.id = operation.payment_id
    WHERE operation.state = 'succeeded' AND payment.wallet IS DISTINCT FROM 'openwallet' AND (record.reference IS NULL OR record.kind NOT LIKE operation.kind || '%'
      AND NOT (operation.kind = 'authorize' AND record.kind = 'authorization'))`,
  'a payment was captured at the bank at most once': `
    SELECT answer ->> 'authorization' AS reference FROM simulator_records
    WHERE kind = 'capture' AND answer -> 'given' ->> 'outcome' = 'captured' GROUP BY 1 HAVING count(*) > 1`,
  'what the bank captured the platform has captured': `
    SELECT payment.id, payment.status FROM simulator_records record
    JOIN payments payment ON payment.authorization_reference = record.answer ->> 'authorization'
    WHERE record.kind = 'capture' AND record.answer -> 'given' ->> 'outcome' = 'captured' AND NOT payment.captured AND payment.operation IS NULL`,
  'every refund is at most one at the bank': `
    SELECT refund_id FROM bank_operations WHERE kind = 'refund' GROUP BY account_id, refund_id HAVING count(*) > 1`,
  'an order counts its attempts': `
    SELECT orders.id, attempts, count(payment.id) FROM orders LEFT JOIN payments payment
      ON payment.account_id = orders.account_id AND payment.order_id = orders.id
    GROUP BY orders.account_id, orders.id, attempts HAVING attempts <> count(payment.id)`,
  'an order holds at most one payment that can be captured, and says so': `
    SELECT orders.id, orders.authorized, count(payment.id) FROM orders LEFT JOIN payments payment
      ON payment.account_id = orders.account_id AND payment.order_id = orders.id AND payment.status = 'authorized'
         AND payment.capture_by > payment.authorized_at
    GROUP BY orders.account_id, orders.id, orders.authorized
    HAVING count(payment.id) > 1 OR orders.authorized AND count(payment.id) = 0`,
  'no answer is kept for a request that still runs': `
    SELECT key FROM idempotency_keys WHERE (status IS NULL) <> (token IS NOT NULL) OR (status IS NULL) <> (body IS NULL)`,
}

/** What must hold once nothing is under way any more and every job has run. */
const AT_REST: Record<string, string> = {
  'no call to the bank is left open': "SELECT id, kind, state FROM bank_operations WHERE state = 'reserved'",
  'no payment is owned by a call': 'SELECT id, operation FROM payments WHERE operation IS NOT NULL',
  'no request is left running': 'SELECT key FROM idempotency_keys WHERE status IS NULL',
}

function eventCount(table: string, column: string, event: string, condition: string): string {
  return `SELECT subject.id, count(event.id) AS told FROM ${table} subject
          LEFT JOIN events event ON event.account_id = subject.account_id AND event.${column} = subject.id AND event.event = '${event}'
          GROUP BY subject.account_id, subject.id HAVING count(event.id) <> CASE WHEN bool_and(${condition}) THEN 1 ELSE 0 END`
}

function refundEvent(event: string, condition: string): string {
  return `SELECT subject.id, count(event.id) AS told FROM refunds subject
          LEFT JOIN events event ON event.account_id = subject.account_id AND event.event = '${event}'
            AND event.payload -> 'refund' -> 'entity' ->> 'id' = subject.id
          GROUP BY subject.account_id, subject.id
          HAVING count(event.id) <> CASE WHEN bool_and(COALESCE(${condition}, false)) THEN 1 ELSE 0 END`
}

type Finding = { check: string; rows: Record<string, unknown>[] }

/** Every check and every invariant; an empty list means that all is as it should be. */
export async function findings(
  instance: Pick<Instance, 'runtime' | 'violations'>,
  options: { atRest?: boolean } = {},
): Promise<Finding[]> {
  const found: Finding[] = (await instance.violations()).map(({ name, rows }) => ({ check: name, rows }))
  for (const [check, sql] of Object.entries({ ...CHECKS, ...(options.atRest ? AT_REST : {}) })) {
    const { rows } = await instance.runtime.query(`SELECT * FROM (${sql}) found LIMIT 5`, [])
    if (rows.length > 0) found.push({ check, rows })
  }
  return found
}
