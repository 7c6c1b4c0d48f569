import type { Query } from '#lib/database/query.ts'

/**
 * The beginning of the reference of a movement that the kept balance of the merchant doesn't have yet. To hold "never below
 * zero", a credit needs its movement alone: the balance can be derived from the movements, and only what takes from it has to
 * lock anything. So the baselines don't update the one row that all movements of a merchant have in common.
 */
export const UNFOLDED = 'unfolded:'

/** Adds to the kept balances what the baselines left to the movements, once, so that the rules of the ledger can be checked. */
export async function foldBalances(query: Query): Promise<void> {
  await query(
    `UPDATE ledger_balances kept SET balance = kept.balance + moved.net
     FROM (SELECT account_id, sum(credit - debit) AS net
           FROM ledger_transactions JOIN balance_movements USING (account_id, id)
           WHERE reference LIKE '${UNFOLDED}%' GROUP BY account_id) AS moved
     WHERE kept.account_id = moved.account_id AND kept.account = 'merchant_balance'`,
    [],
  )
}
