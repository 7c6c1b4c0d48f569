import { monthOf, overLimit } from '#lib/domain/wallets/rules.ts'
import { assertKept, KEPT, type Kept, type Movement, postingOf } from '#lib/ledger/post.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** One entry of a wallet and the movement of money behind it. */
type WalletEntry = Movement & {
  customer_id: string
  /** What caused it: a transfer, a payment, a refund, a payout, a reversal. */
  source: string
  type: 'transfer' | 'refund'
  credit: number
  debit: number
  description: string | null
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
 *   limit is in the way: `refuseCredit` tells which
 * @throws a database error 23514 when a kept balance would fall below zero
 */
export async function moveWallet(
  context: Context,
  entry: WalletEntry,
): Promise<{ id: string; balance: number } | null> {
  const id = context.newId('customer_transaction')
  const { account, now } = context
  const change = entry.credit - entry.debit
  const posting = postingOf(context, entry, {
    values: [
      ...[account.id, entry.customer_id, now, monthOf(now), change, entry.credit, entry.returning ?? 0],
      ...[entry.limited === true, account.wallet_max_balance, account.wallet_monthly_limit],
      ...[id, entry.source, entry.type, entry.credit + entry.debit, account.currency, entry.debit],
      entry.description,
    ],
    onlyWith: 'wallet',
  })
  const [row] = await context.rows<Kept & { balance: number | bigint }>(
    `WITH ${MOVE}, ${posting.sql} SELECT wallet.balance, ${KEPT} FROM wallet`,
    posting.values,
  )
  if (!row) return null
  assertKept(context, posting, row)
  return { id, balance: Number(row.balance) }
}

/** What was added in the month of the entry, with the entry. */
const USAGE = '(CASE WHEN usage_month = $4::text THEN usage ELSE 0 END + $6::bigint)'

const MOVE = `wallet AS (
      UPDATE wallets SET
        balance = balance + $5::bigint,
        returning_amount = returning_amount + $7::bigint,
        entries = entries + 1,
        last_entry_at = GREATEST(last_entry_at, $3::bigint),
        usage = ${USAGE},
        usage_month = $4::text
      WHERE account_id = $1::text AND customer_id = $2::text AND balance + $5::bigint >= 0
        AND (NOT $8::boolean
             OR (balance + returning_amount + $6::bigint <= $9::bigint AND ${USAGE} <= $10::bigint))
      RETURNING balance, entries, last_entry_at
    ), line AS (
      INSERT INTO customer_transactions
        (account_id, id, customer_id, seq, source, status, type, amount, currency, credit, debit, balance, description, created_at)
      SELECT $1::text, $11::text, $2::text, entries, $12::text, 'completed', $13::text, $14::bigint, $15::text,
             $6::bigint, $16::bigint, balance, $17::text, last_entry_at
      FROM wallet
    )`

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
