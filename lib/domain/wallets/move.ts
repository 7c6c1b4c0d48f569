import { monthOf, overLimit } from '#lib/domain/wallets/rules.ts'
import { isKept } from '#lib/ledger/accounts.ts'
import type { Leg, Movement } from '#lib/ledger/post.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** One entry of a wallet and the movement of money behind it. */
export type WalletEntry = {
  customer_id: string
  /** What caused it: a transfer, a payment, a refund, a payout, a reversal. */
  source: string
  type: 'transfer' | 'refund'
  credit: number
  debit: number
  description: string | null
  kind: Movement['kind']
  reference: string
  legs: Leg[]
  payment_id?: string | null | undefined
  refund_id?: string | null | undefined
  /** Grows by what may come back by itself, and shrinks when it has or cannot any more. */
  returning?: number
  /** Whether the limits of the account hold it up: not what comes back by itself. */
  limited?: boolean
}

/**
 * Moves money into or out of a wallet: balance, entry, ledger and kept balances in one statement, so that the row of
 * the wallet is locked for no longer than the rest of its transaction. The entries of a wallet are numbered under that
 * lock, so their running balance is the true one in the order of commit.
 * @returns the entry's id and the balance after it, or null when the wallet does not exist, holds too little, or a
 *   limit is in the way: `explain` tells which
 * @throws a database error 23514 when a kept balance would fall below zero
 */
export async function moveWallet(
  context: Context,
  entry: WalletEntry,
): Promise<{ id: string; balance: number } | null> {
  const id = context.newId('customer_transaction')
  const legs = entry.legs.filter((leg) => leg.amount !== 0)
  const merchant = legs.reduce((sum, leg) => sum + sideOf(leg), 0)
  const { account, now } = context
  const rows = await context.tables.$queryRaw<{ balance: bigint; kept: number }[]>`
    WITH wallet AS (
      UPDATE wallets SET
        balance = balance + ${entry.credit - entry.debit}::bigint,
        returning_amount = returning_amount + ${entry.returning ?? 0}::bigint,
        entries = entries + 1,
        last_entry_at = GREATEST(last_entry_at, ${now}::bigint),
        usage = CASE WHEN usage_month = ${monthOf(now)} THEN usage ELSE 0 END + ${entry.credit}::bigint,
        usage_month = ${monthOf(now)}
      WHERE account_id = ${account.id} AND customer_id = ${entry.customer_id}
        AND balance + ${entry.credit - entry.debit}::bigint >= 0
        AND (NOT ${entry.limited === true}::boolean
             OR (balance + returning_amount + ${entry.credit}::bigint <= ${account.wallet_max_balance}::bigint
                 AND CASE WHEN usage_month = ${monthOf(now)} THEN usage ELSE 0 END + ${entry.credit}::bigint
                     <= ${account.wallet_monthly_limit}::bigint))
      RETURNING balance, entries, last_entry_at
    ), line AS (
      INSERT INTO customer_transactions
        (account_id, id, customer_id, seq, source, status, type, amount, currency, credit, debit, balance, description, created_at)
      SELECT ${account.id}::text, ${id}::text, ${entry.customer_id}::text, entries, ${entry.source}::text, 'completed', ${entry.type}::text,
             ${entry.credit + entry.debit}::bigint, ${account.currency}::text, ${entry.credit}::bigint, ${entry.debit}::bigint,
             balance, ${entry.description}::text, last_entry_at
      FROM wallet
    ), head AS (
      INSERT INTO ledger_transactions (account_id, id, kind, reference, payment_id, refund_id, created_at)
      SELECT ${account.id}::text, ${context.newId('ledger_transaction')}::text, ${entry.kind}::text, ${entry.reference}::text,
             ${entry.payment_id ?? null}::text, ${entry.refund_id ?? null}::text, ${now}::bigint
      FROM wallet RETURNING id
    ), lines AS (
      INSERT INTO ledger_postings (account_id, transaction_id, line, debit, credit, amount, created_at)
      SELECT ${account.id}::text, head.id, leg.line, leg.debit, leg.credit, leg.amount, ${now}::bigint
      FROM head, unnest(${legs.map((_, index) => index + 1)}::int[], ${legs.map((leg) => leg.debit)}::text[],
                        ${legs.map((leg) => leg.credit)}::text[], ${legs.map((leg) => String(leg.amount))}::bigint[])
        AS leg (line, debit, credit, amount)
    ), kept AS (
      UPDATE ledger_balances SET balance = ledger_balances.balance + ${merchant}::bigint
      FROM wallet
      WHERE ledger_balances.account_id = ${account.id} AND ledger_balances.account = 'merchant_balance' AND ${merchant !== 0}::boolean
      RETURNING 1
    )
    SELECT wallet.balance, (SELECT count(*)::int FROM kept) AS kept FROM wallet`
  const [row] = rows
  if (!row) return null
  if (row.kept !== (merchant === 0 ? 0 : 1))
    throw new Error(`The balance of account ${account.id} is missing.`)
  return { id, balance: Number(row.balance) }
}

/** What a leg does to the one balance that is kept. */
function sideOf({ debit, credit, amount }: Leg): number {
  return (isKept(credit) ? amount : 0) - (isKept(debit) ? amount : 0)
}

/**
 * Why a credit did not go through, as the refusal to throw.
 * @throws always
 */
export async function refuseCredit(context: Context, customerId: string, amount: number): Promise<never> {
  const wallet = await context.tables.wallets.findUniqueOrThrow({
    where: { account_id_customer_id: { account_id: context.account.id, customer_id: customerId } },
  })
  const usage = wallet.usage_month === monthOf(context.now) ? Number(wallet.usage) : 0
  const held = {
    balance: Number(wallet.balance),
    returning_amount: Number(wallet.returning_amount),
    usage,
  }
  const over = overLimit(held, amount, context.account)
  throw refused(
    'wallet_limit_exceeded',
    over === 'month'
      ? `This would exceed the wallet's monthly limit of ${context.account.wallet_monthly_limit}. ${usage} was added this month.`
      : `This would exceed the wallet's balance limit of ${context.account.wallet_max_balance}. It holds ${held.balance}, and ${held.returning_amount} may return.`,
    { field: 'amount', metadata: { customer_id: customerId } },
  )
}
