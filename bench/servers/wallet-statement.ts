import { UNFOLDED } from '#bench/servers/unfolded.ts'
import { newId } from '#lib/values/id.ts'

/** The bare statement for money that leaves a wallet: balance, entry, ledger, a movement of the merchant's balance. */
export const DEBIT = `WITH wallet AS (
    UPDATE wallets SET balance = balance - $3, entries = entries + 1, last_entry_at = GREATEST(last_entry_at, $4)
    WHERE account_id = $1 AND customer_id = $2 AND balance >= $3
    RETURNING balance, entries, last_entry_at
  ), line AS (
    INSERT INTO customer_transactions
      (account_id, id, customer_id, seq, source, status, type, amount, currency, credit, debit, balance, description, created_at)
    SELECT $1, $5, $2, entries, $6, 'completed', 'transfer', $3, 'INR', 0, $3, balance, NULL, last_entry_at FROM wallet
  ), head AS (
    INSERT INTO ledger_transactions (account_id, id, kind, reference, created_at)
    SELECT $1, $7, 'transfer_reversed', '${UNFOLDED}' || $6::text, $4 FROM wallet
  ), leg AS (
    INSERT INTO ledger_postings (account_id, transaction_id, line, debit, credit, amount, created_at)
    SELECT $1, $7, 1, 'wallets', 'merchant_balance', $3, $4 FROM wallet
  ), moved AS (
    INSERT INTO balance_movements (account_id, id, kind, source, amount, currency, credit, debit, created_at)
    SELECT $1, $7, 'transfer_reversed', $6, $3, 'INR', $3, 0, $4 FROM wallet
  ) SELECT balance FROM wallet`

export function debitOf(accountId: string, customerId: string): unknown[] {
  const at = Date.now()
  const ids = [newId('customer_transaction', at), newId('reversal', at), newId('ledger_transaction', at)]
  return [accountId, customerId, 1, Math.floor(at / 1000), ...ids]
}
