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
 * Posts a movement: its head, all its legs and the kept balances in one statement of the surrounding transaction.
 * Legs of zero are left out (a fee of nothing is no movement).
 * @throws a database error 23514 when a kept balance would fall below zero, 23505 when the reference was posted before.
 */
export async function post(context: Context, movement: Movement): Promise<void> {
  const posting = postingOf(context, movement)
  const [row] = await context.rows<Kept>(`WITH ${posting.sql} SELECT ${KEPT}`, posting.values)
  assertKept(context, posting, row)
}

/** What a statement selects to tell whether every kept balance was found. */
export const KEPT = '(SELECT count(*)::int FROM kept) AS kept'
export type Kept = { kept: number }

type Posting = {
  /** Common table expressions `head`, `lines` and `kept`. */
  sql: string
  values: unknown[]
  /** The accounts whose kept balance changes. */
  accounts: LedgerAccount[]
}

/**
 * A movement as a part of a statement: the only place that writes to the ledger.
 * @param given the values of the statement so far, and the common table expression without whose row nothing is posted
 */
export function postingOf(
  context: Context,
  movement: Movement,
  given: { values: unknown[]; onlyWith?: string } = { values: [] },
): Posting {
  const legs = movement.legs.filter((leg) => leg.amount !== 0)
  const deltas = keptDeltas(legs)
  const { kind, reference, payment_id = null, refund_id = null } = movement
  const id = context.newId('ledger_transaction')
  const values = [
    ...given.values,
    ...[context.account.id, id, kind, reference, payment_id, refund_id, context.now],
    ...[[...legs.keys()], legs.map(({ debit }) => debit), legs.map(({ credit }) => credit)],
    ...[legs.map(({ amount }) => amount), [...deltas.keys()], [...deltas.values()]],
  ]
  return { sql: postingSql(given.values.length, given.onlyWith), values, accounts: [...deltas.keys()] }
}

/** @param before the number of values that the statement has already */
function postingSql(before: number, onlyWith?: string): string {
  const at = (place: number) => `$${before + place}`
  return `head AS (
    INSERT INTO ledger_transactions (account_id, id, kind, reference, payment_id, refund_id, created_at)
    SELECT ${at(1)}::text, ${at(2)}::text, ${at(3)}::text, ${at(4)}::text, ${at(5)}::text, ${at(6)}::text, ${at(7)}::bigint
    ${onlyWith ? `FROM ${onlyWith}` : ''} RETURNING account_id, id, created_at
  ), lines AS (
    INSERT INTO ledger_postings (account_id, transaction_id, line, debit, credit, amount, created_at)
    SELECT head.account_id, head.id, leg.index + 1, leg.debit, leg.credit, leg.amount, head.created_at
    FROM head, unnest(${at(8)}::int[], ${at(9)}::text[], ${at(10)}::text[], ${at(11)}::bigint[])
      AS leg (index, debit, credit, amount)
  ), kept AS (
    UPDATE ledger_balances SET balance = ledger_balances.balance + change.delta
    FROM head, unnest(${at(12)}::text[], ${at(13)}::bigint[]) AS change (account, delta)
    WHERE ledger_balances.account_id = head.account_id AND ledger_balances.account = change.account
    RETURNING 1
  )`
}

/** @throws an error when a balance that has to be kept is not in the table */
export function assertKept({ account }: Context, { accounts }: Posting, row: Kept | undefined): void {
  if (row?.kept !== accounts.length)
    throw new Error(`A kept balance of account ${account.id} is missing: ${accounts.join(', ')}.`)
}

function keptDeltas(legs: Leg[]): Map<LedgerAccount, number> {
  const deltas = new Map<LedgerAccount, number>()
  for (const { debit, credit, amount } of legs) {
    if (isKept(debit)) deltas.set(debit, (deltas.get(debit) ?? 0) - amount)
    if (isKept(credit)) deltas.set(credit, (deltas.get(credit) ?? 0) + amount)
  }
  return deltas
}
