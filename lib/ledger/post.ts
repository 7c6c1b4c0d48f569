import { isKept, type LedgerAccount } from '#lib/ledger/accounts.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** Money that leaves `debit` and arrives in `credit`: one row, so it cannot fail to balance. */
export type Leg = { debit: LedgerAccount; credit: LedgerAccount; amount: number }

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
  payment_id?: string
  refund_id?: string
  legs: Leg[]
}

/**
 * Posts a movement: its head, all its legs and the kept balances in one statement of the surrounding transaction.
 * Legs of zero are left out (a fee of nothing is no movement).
 * @throws a database error 23514 when a kept balance would fall below zero, 23505 when the reference was posted before.
 */
export async function post(context: Context, movement: Movement): Promise<void> {
  const legs = movement.legs.filter((leg) => leg.amount !== 0)
  const deltas = keptDeltas(legs)
  const rows = await context.tables.$queryRaw<{ kept: number }[]>`
    WITH head AS (
      INSERT INTO ledger_transactions (account_id, id, kind, reference, payment_id, refund_id, created_at)
      VALUES (${context.account.id}, ${context.newId('ledger_transaction')}, ${movement.kind}, ${movement.reference},
              ${movement.payment_id ?? null}, ${movement.refund_id ?? null}, ${context.now})
      RETURNING account_id, id, created_at
    ), lines AS (
      INSERT INTO ledger_postings (account_id, transaction_id, line, debit, credit, amount, created_at)
      SELECT head.account_id, head.id, leg.line, leg.debit, leg.credit, leg.amount, head.created_at
      FROM head, unnest(${legs.map((_, index) => index + 1)}::int[], ${legs.map((leg) => leg.debit)}::text[],
                        ${legs.map((leg) => leg.credit)}::text[], ${legs.map((leg) => String(leg.amount))}::bigint[])
        AS leg (line, debit, credit, amount)
    ), kept AS (
      UPDATE ledger_balances SET balance = ledger_balances.balance + change.delta
      FROM unnest(${[...deltas.keys()]}::text[], ${[...deltas.values()].map(String)}::bigint[]) AS change (account, delta)
      WHERE ledger_balances.account_id = ${context.account.id} AND ledger_balances.account = change.account
      RETURNING 1
    )
    SELECT count(*)::int AS kept FROM kept`
  if (rows[0]?.kept !== deltas.size) {
    throw new Error(
      `A kept balance of account ${context.account.id} is missing: ${[...deltas.keys()].join(', ')}.`,
    )
  }
}

function keptDeltas(legs: Leg[]): Map<LedgerAccount, number> {
  const deltas = new Map<LedgerAccount, number>()
  for (const { debit, credit, amount } of legs) {
    if (isKept(debit)) deltas.set(debit, (deltas.get(debit) ?? 0) - amount)
    if (isKept(credit)) deltas.set(credit, (deltas.get(credit) ?? 0) + amount)
  }
  return deltas
}
