import { isKept, type LedgerAccount } from '#lib/ledger/accounts.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** Money that leaves `debit` and arrives in `credit`: one row, so it cannot fail to balance. */
type Leg = { debit: LedgerAccount; credit: LedgerAccount; amount: number }

export type Movement = {
  kind:
    | 'authorize'
    | 'capture'
    | 'refund'
    | 'refund_processed'
    | 'refund_failed'
    | 'transfer'
    | 'transfer_held'
    | 'transfer_failed'
    | 'transfer_reversed'
    | 'payout'
    | 'payout_processed'
    | 'payout_reversed'
  /** Makes a second posting of the same movement impossible: `capture:pay_…`. */
  reference: string
  payment_id?: string | null | undefined
  refund_id?: string | null | undefined
  legs: Leg[]
}

/**
 * Posts a movement with the changes of the transaction: its head, all its legs and the kept balances. The only place
 * that writes to the ledger. Legs of zero are left out (a fee of nothing is no movement).
 * @param shortfall makes the error that is thrown when a kept balance would fall below zero; without it the database's
 *   own is thrown, 23514. A reference that was posted before is 23505.
 */
export function post(context: Context, movement: Movement, shortfall?: () => Error): void {
  const { account, changes, now: created_at } = context
  const account_id = account.id
  const { kind, reference, payment_id = null, refund_id = null } = movement
  const id = context.newId('ledger_transaction')
  changes.insert('ledger_transactions', {
    account_id,
    id,
    kind,
    reference,
    payment_id,
    refund_id,
    created_at,
  })
  const legs = movement.legs.filter((leg) => leg.amount !== 0)
  for (const [index, { debit, credit, amount }] of legs.entries()) {
    const leg = { account_id, transaction_id: id, line: index + 1, debit, credit, amount, created_at }
    changes.insert('ledger_postings', leg)
    if (isKept(debit)) changes.addToBalance({ account_id, account: debit, delta: -amount })
    if (isKept(credit)) changes.addToBalance({ account_id, account: credit, delta: amount })
  }
  if (shortfall) changes.shortfall = shortfall
}
