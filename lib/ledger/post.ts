import { hasStoredBalance, type LedgerAccount } from '#lib/ledger/accounts.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { newId } from '#lib/values/id.ts'

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
    | 'settlement'
    | 'settlement_processed'
    | 'settlement_failed'
    | 'settlement_difference'
    | 'gateway_adjustment'
  /** Makes a second posting of the same movement impossible: the kind and the ID of its record, `capture:pay_…`. */
  reference: `${string}:${string}`
  payment_id?: string | null | undefined
  refund_id?: string | null | undefined
  /** The settlement that contains it from the start. */
  settlement_id?: string | undefined
  /** When it happened, in Unix seconds, if not now: at a gateway, before it was imported. */
  at?: number | undefined
  legs: Leg[]
}

/**
 * Posts a movement with the changes of the transaction: its head, all its legs, the kept balances, and its line of the
 * merchant's balance if it changes that. The only place that writes to the ledger. Legs of zero are left out (a fee of nothing is no movement).
 * @param shortfall makes the error that is thrown when a kept balance would fall below zero; without it the database's
 *   own is thrown, 23514. A reference that was posted before is 23505.
 */
export function post(context: Context, movement: Movement, shortfall?: () => Error): void {
  const { account, changes } = context
  const { at: created_at = context.now } = movement
  const account_id = account.id
  const { kind, reference, payment_id = null, refund_id = null } = movement
  // IDs sort by time, and the reports of a month find its postings by them.
  const id =
    movement.at === undefined
      ? context.newId('ledger_transaction')
      : newId('ledger_transaction', created_at * 1000)
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
    if (hasStoredBalance(debit)) changes.addToBalance({ account_id, account: debit, delta: -amount })
    if (hasStoredBalance(credit)) changes.addToBalance({ account_id, account: credit, delta: amount })
  }
  const effect = effectOnBalance(legs)
  if (effect) {
    const source = reference.slice(reference.indexOf(':') + 1)
    // A settlement is itself no part of a settlement.
    const settlement_id = kind === 'settlement' ? source : (movement.settlement_id ?? null)
    const row = { account_id, id, kind, source, payment_id, currency: account.currency, ...effect }
    changes.insert('balance_movements', { ...row, settlement_id, created_at })
  }
  if (shortfall) changes.shortfall = shortfall
}

type BalanceEffect = { amount: number; fee: number; tax: number; credit: number; debit: number }

/** What the legs of a movement do to the merchant's balance: null where they leave it as it is. */
function effectOnBalance(legs: Leg[]): BalanceEffect | null {
  const effect = { amount: 0, fee: 0, tax: 0, credit: 0, debit: 0 }
  for (const { debit, credit, amount } of legs) {
    if (credit === 'merchant_balance') effect.credit += amount
    else if (debit !== 'merchant_balance') continue
    else if (credit === 'fees' || credit === 'tax') effect.fee += amount
    else effect.debit += amount
    if (credit === 'tax') effect.tax += amount
  }
  const { fee, credit, debit } = effect
  if (credit + debit + fee === 0) return null
  return { ...effect, amount: credit + debit, credit: credit > 0 ? credit - fee : 0 }
}
