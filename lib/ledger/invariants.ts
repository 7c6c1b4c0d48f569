import { MISSING_COUNTS, WRONG_LONGER_SPANS } from '#lib/counters/sql.ts'
import type { Query } from '#lib/database/query.ts'

/**
 * What must always hold, as SQL that returns the rows where it does not. `doctor` runs them, and so do the tests
 * after every stress run. Each may scan a whole table: they are for a quiet time, not for a request.
 */
export const INVARIANTS: { name: string; sql: string }[] = [
  {
    name: 'A kept balance equals the sum of its postings.',
    sql: `SELECT kept.account_id, kept.account, kept.balance::text AS balance, COALESCE(moved.total, 0) AS postings
          FROM ledger_balances kept LEFT JOIN (${sums()}) moved
            ON moved.account_id = kept.account_id AND moved.account = kept.account
          WHERE kept.balance <> COALESCE(moved.total, 0)`,
  },
  {
    name: 'No kept balance is below zero.',
    sql: 'SELECT account_id, account, balance FROM ledger_balances WHERE balance < 0',
  },
  {
    name: 'Every movement has a head and every head has legs.',
    // As sets: the ids of the two tables are sorted differently, so a join could use the account alone, and would
    // compare every movement of an account with every leg of it.
    sql: `(SELECT account_id, id FROM ledger_transactions
            EXCEPT SELECT account_id, transaction_id COLLATE "C" FROM ledger_postings)
          UNION ALL
          (SELECT account_id, transaction_id COLLATE "C" FROM ledger_postings
            EXCEPT SELECT account_id, id FROM ledger_transactions)`,
  },
  {
    name: 'What is held for payers equals the authorized payments.',
    sql: difference(
      'authorized_payments',
      "SELECT account_id, sum(amount) AS total FROM payments WHERE status = 'authorized' GROUP BY 1",
    ),
  },
  {
    name: 'What is on its way back equals the pending refunds.',
    sql: difference(
      'refunds_pending',
      "SELECT account_id, sum(amount) AS total FROM refunds WHERE status = 'pending' GROUP BY 1",
    ),
  },
  {
    name: 'What was refunded of a payment equals its refunds that did not fail.',
    sql: `SELECT payment.account_id, payment.id, payment.amount_refunded, COALESCE(sum(refund.amount), 0) AS refunds
          FROM payments payment LEFT JOIN refunds refund
            ON refund.account_id = payment.account_id AND refund.payment_id = payment.id AND refund.status <> 'failed'
          GROUP BY payment.account_id, payment.id, payment.amount_refunded
          HAVING payment.amount_refunded <> COALESCE(sum(refund.amount), 0)`,
  },
  {
    name: 'No payment is refunded beyond its amount.',
    sql: 'SELECT account_id, id, amount, amount_refunded FROM payments WHERE amount_refunded > amount OR amount_refunded < 0',
  },
  {
    name: 'What is paid on an order equals its captured payments.',
    sql: `SELECT orders.account_id, orders.id, orders.amount_paid, COALESCE(sum(payment.amount), 0) AS captured
          FROM orders LEFT JOIN payments payment
            ON payment.account_id = orders.account_id AND payment.order_id = orders.id AND payment.captured
          GROUP BY orders.account_id, orders.id, orders.amount_paid
          HAVING orders.amount_paid <> COALESCE(sum(payment.amount), 0)`,
  },
  {
    name: 'The postings of a payment come to what it says: authorized, captured with fee and tax, refunded.',
    sql: `SELECT payment.account_id, payment.id, moved.authorized, moved.captured, moved.fee, moved.tax, moved.refunded
          FROM payments payment LEFT JOIN (
            SELECT head.account_id, head.payment_id,
                   sum(amount) FILTER (WHERE kind = 'authorize') AS authorized,
                   sum(amount) FILTER (WHERE kind = 'capture' AND debit = 'authorized_payments') AS captured,
                   sum(amount) FILTER (WHERE kind = 'capture' AND debit = 'merchant_balance') AS fee,
                   sum(amount) FILTER (WHERE kind = 'capture' AND credit = 'tax') AS tax,
                   sum(CASE kind WHEN 'refund' THEN amount WHEN 'refund_failed' THEN -amount END) AS refunded
            FROM ledger_transactions head JOIN ledger_postings leg
              ON leg.account_id = head.account_id AND leg.transaction_id = head.id
            GROUP BY head.account_id, head.payment_id) moved
            ON moved.account_id = payment.account_id AND moved.payment_id = payment.id
          WHERE COALESCE(moved.authorized, 0) <> CASE WHEN payment.authorized_at IS NULL THEN 0 ELSE payment.amount END
             OR COALESCE(moved.captured, 0) <> CASE WHEN payment.captured THEN payment.amount ELSE 0 END
             OR COALESCE(moved.fee, 0) <> COALESCE(payment.fee, 0)
             OR COALESCE(moved.tax, 0) <> COALESCE(payment.tax, 0)
             OR COALESCE(moved.refunded, 0) <> payment.amount_refunded`,
  },
  {
    name: 'What the bank owes equals what payers gave, less what went back to them.',
    sql: `SELECT account_id, -moved.total AS ledger, facts.total AS facts
          FROM (SELECT account_id, total FROM (${sums()}) all_sums WHERE account = 'bank') moved
          FULL JOIN (SELECT account_id, sum(amount) AS total FROM (
            SELECT account_id, amount FROM payments WHERE authorized_at IS NOT NULL AND wallet IS DISTINCT FROM 'openwallet'
            UNION ALL SELECT refund.account_id, -refund.amount FROM refunds refund JOIN payments payment
              ON payment.account_id = refund.account_id AND payment.id = refund.payment_id
              WHERE refund.status = 'processed' AND payment.wallet IS DISTINCT FROM 'openwallet'
            UNION ALL SELECT account_id, -amount FROM payouts WHERE status = 'processed'
            UNION ALL SELECT account_id, -amount FROM settlements WHERE status = 'processed'
            UNION ALL SELECT account_id, credit - debit FROM balance_movements WHERE kind = 'gateway_adjustment'
            UNION ALL SELECT account_id, balance_change FROM bank_statement_lines WHERE balance_change IS NOT NULL) both_ways GROUP BY 1) facts USING (account_id)
          WHERE -COALESCE(moved.total, 0) <> COALESCE(facts.total, 0)`,
  },
  {
    name: 'What is owed to the holders of wallets equals the sum of all wallets.',
    sql: difference('wallets', 'SELECT account_id, sum(balance) AS total FROM wallets GROUP BY 1'),
  },
  {
    name: 'The balance of a wallet equals its entries, and the running balance of each is the true one.',
    sql: `SELECT wallet.account_id, wallet.customer_id, wallet.balance, lines.total, lines.wrong FROM wallets wallet LEFT JOIN (
            SELECT account_id, customer_id, sum(credit - debit) AS total, count(*) AS entries, max(seq) AS last,
                   count(*) FILTER (WHERE balance <> running) AS wrong
            FROM (SELECT *, sum(credit - debit) OVER (PARTITION BY account_id, customer_id ORDER BY seq) AS running
                  FROM customer_transactions) line GROUP BY 1, 2) lines USING (account_id, customer_id)
          WHERE wallet.balance <> COALESCE(lines.total, 0) OR COALESCE(lines.wrong, 0) > 0
             OR wallet.entries <> COALESCE(lines.entries, 0) OR COALESCE(lines.last, 0) <> COALESCE(lines.entries, 0)`,
  },
  {
    name: 'What may come back to a wallet equals its payouts at the bank and its payments that are not captured.',
    sql: `SELECT wallet.account_id, wallet.customer_id, wallet.returning_amount FROM wallets wallet
          WHERE wallet.returning_amount <>
            (SELECT COALESCE(sum(amount + fees + tax), 0) FROM payouts
             WHERE payouts.account_id = wallet.account_id AND payouts.customer_id = wallet.customer_id AND status = 'processing')
            + (SELECT COALESCE(sum(amount), 0) FROM payments
               WHERE payments.account_id = wallet.account_id AND payments.customer_id = wallet.customer_id
                 AND payments.wallet = 'openwallet' AND status = 'authorized')`,
  },
  {
    name: 'What is on hold equals the transfers that wait.',
    sql: difference(
      'transfers_on_hold',
      "SELECT account_id, sum(amount - amount_reversed) AS total FROM transfers WHERE status = 'created' GROUP BY 1",
    ),
  },
  {
    name: 'What is on its way to banks equals the payouts that are processing.',
    sql: difference(
      'payouts_pending',
      "SELECT account_id, sum(amount) AS total FROM payouts WHERE status = 'processing' GROUP BY 1",
    ),
  },
  {
    name: 'What is on its way to the merchant equals the settlements that the bank has not confirmed.',
    sql: difference(
      'settlements_pending',
      "SELECT account_id, sum(amount) AS total FROM settlements WHERE status = 'created' GROUP BY 1",
    ),
  },
  {
    name: 'Each movement of the balance is one of the ledger, with its amounts.',
    sql: `SELECT account_id, id, line.credit::text AS credit, line.debit::text AS debit, legs.net, legs.fees, legs.taxes
          FROM balance_movements line FULL JOIN (
            SELECT account_id, transaction_id COLLATE "C" AS id,
                   sum(CASE WHEN credit = 'merchant_balance' THEN amount ELSE -amount END) AS net,
                   COALESCE(sum(amount) FILTER (WHERE credit IN ('fees', 'tax')), 0) AS fees,
                   COALESCE(sum(amount) FILTER (WHERE credit = 'tax'), 0) AS taxes
            FROM ledger_postings WHERE credit = 'merchant_balance' OR debit = 'merchant_balance' GROUP BY 1, 2) legs
            USING (account_id, id)
          WHERE line.credit - line.debit IS DISTINCT FROM legs.net OR line.fee IS DISTINCT FROM legs.fees
             OR line.tax IS DISTINCT FROM legs.taxes`,
  },
  {
    name: 'A settlement comes to its movements, their fees and their tax.',
    sql: `SELECT account_id, id, settled.amount::text AS amount, moved.net, moved.fee, moved.moved_tax
          FROM settlements settled FULL JOIN (
            SELECT account_id, settlement_id AS id, sum(credit - debit) FILTER (WHERE kind <> 'settlement') AS net,
                   sum(fee) AS fee, sum(tax) AS moved_tax,
                   COALESCE(sum(debit) FILTER (WHERE kind = 'settlement'), 0) AS taken
            FROM balance_movements WHERE settlement_id IS NOT NULL GROUP BY 1, 2) moved USING (account_id, id)
          WHERE settled.amount IS DISTINCT FROM moved.net OR settled.amount IS DISTINCT FROM moved.taken
             OR settled.fees IS DISTINCT FROM moved.fee OR settled.tax IS DISTINCT FROM moved.moved_tax`,
  },
  {
    name: 'The balance equals the movements that are not settled.',
    sql: `SELECT account_id, kept.balance::text AS balance, open.net
          FROM (SELECT account_id, balance FROM ledger_balances WHERE account = 'merchant_balance') kept
          FULL JOIN (SELECT account_id, sum(credit - debit) AS net FROM balance_movements
                     WHERE settlement_id IS NULL GROUP BY 1) open USING (account_id)
          WHERE COALESCE(kept.balance, 0) <> COALESCE(open.net, 0)`,
  },
  {
    name: 'A closed month equals the movements in it, and begins with what the one before closed with.',
    sql: `SELECT month.account_id, month.month, month.opening::text AS opening, month.closing::text AS closing, moved.net
          FROM balance_months month
          CROSS JOIN LATERAL (SELECT COALESCE(sum(credit - debit), 0) AS net FROM balance_movements line
            WHERE line.account_id = month.account_id AND line.created_at BETWEEN month.starts_at AND month.ends_at) moved
          LEFT JOIN balance_months earlier
            ON earlier.account_id = month.account_id AND earlier.ends_at = month.starts_at - 1
          WHERE month.opening + moved.net <> month.closing OR month.opening <> COALESCE(earlier.closing, 0)`,
  },
  {
    name: 'The reversed amount of a transfer equals its reversals.',
    sql: `SELECT transfer.account_id, transfer.id, transfer.amount_reversed, COALESCE(sum(reversal.amount), 0) AS reversals
          FROM transfers transfer LEFT JOIN reversals reversal
            ON reversal.account_id = transfer.account_id AND reversal.transfer_id = transfer.id
          GROUP BY transfer.account_id, transfer.id, transfer.amount_reversed
          HAVING transfer.amount_reversed <> COALESCE(sum(reversal.amount), 0)`,
  },
  {
    name: 'The transfers of a payment come to no more than it.',
    sql: `SELECT payment.account_id, payment.id, payment.amount, sum(transfer.amount - transfer.amount_reversed) AS transferred
          FROM payments payment JOIN transfers transfer
            ON transfer.account_id = payment.account_id AND transfer.source = payment.id AND transfer.status <> 'failed'
          GROUP BY payment.account_id, payment.id, payment.amount
          HAVING sum(transfer.amount - transfer.amount_reversed) > payment.amount`,
  },
  {
    name: 'The transferred amount of a payment equals its transfers.',
    sql: `SELECT account_id, id, payment.amount_transferred, transferred.amount
          FROM (SELECT account_id, id, amount_transferred FROM payments WHERE amount_transferred <> 0) AS payment
          FULL JOIN (SELECT account_id, source AS id, sum(amount - amount_reversed) AS amount FROM transfers
                     WHERE status <> 'failed' AND source LIKE 'pay\\_%' GROUP BY 1, 2) AS transferred USING (account_id, id)
          WHERE COALESCE(payment.amount_transferred, 0) <> COALESCE(transferred.amount, 0)`,
  },
  {
    name: 'No order is paid beyond its amount.',
    sql: `SELECT account_id, id, amount, amount_paid FROM orders WHERE amount_paid > amount`,
  },
  {
    name: 'The counters equal the records that they count.',
    sql: MISSING_COUNTS,
  },
  {
    name: 'The counters of longer spans equal those of half an hour.',
    sql: WRONG_LONGER_SPANS,
  },
  {
    name: 'What takes two people was approved by another person, or took effect where no one else could.',
    sql: `SELECT account_id, id, cause FROM approvals
          WHERE passed_at IS NOT NULL AND cause NOT IN ('limit_per_call', 'limit_per_day')
            AND (decided_by_id = user_id OR (decided_by_id IS NULL AND takes_effect_at IS NULL))`,
  },
]

/** Credits less debits of every ledger account. */
function sums(): string {
  return `SELECT account_id, account, sum(amount) AS total FROM (
            SELECT account_id, credit AS account, amount FROM ledger_postings
            UNION ALL SELECT account_id, debit, -amount FROM ledger_postings) sides
          GROUP BY account_id, account`
}

function difference(account: string, facts: string): string {
  return `SELECT account_id, moved.total AS ledger, facts.total AS facts
          FROM (SELECT account_id, total FROM (${sums()}) all_sums WHERE account = '${account}') moved
          FULL JOIN (${facts}) facts USING (account_id)
          WHERE COALESCE(moved.total, 0) <> COALESCE(facts.total, 0)`
}

/** Those of the ledger, without the counters of records beside it. */
export const LEDGER_INVARIANTS = INVARIANTS.filter(({ name }) => !name.startsWith('The counters '))

type Violation = { name: string; rows: Record<string, unknown>[] }

/** Runs every check, or those named; an empty list means that all hold. */
export async function checkInvariants(query: Query, invariants = INVARIANTS): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { name, sql } of invariants) {
    // Materialized, so that it is planned to find everything: the plan for the first 20 rows is slow where there are none.
    // Of an account that is being erased, the books outlive the records that they are about.
    const { rows } = await query(
      `WITH found AS MATERIALIZED (${sql}) SELECT * FROM found
       WHERE account_id NOT IN (SELECT id FROM accounts WHERE erasing_at IS NOT NULL) LIMIT 20`,
      [],
    )
    if (rows.length > 0) violations.push({ name, rows })
  }
  return violations
}
