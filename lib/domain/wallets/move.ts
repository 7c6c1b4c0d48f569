import type { Part } from '#lib/database/query.ts'
import { assertWalletAllowed, monthOf, overLimit, usageIn } from '#lib/domain/wallets/rules.ts'
import type { wallets } from '#lib/generated/prisma/client.ts'
import { type Movement, post } from '#lib/ledger/post.ts'
import { NeedsLocks } from '#lib/pipeline/another-transaction.ts'
import { refused, withAmounts } from '#lib/pipeline/errors.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'

export type WalletRow = Plain<wallets>

/** One entry of a wallet, with the movement of money that it records. */
type WalletEntry = Movement & {
  customer_id: string
  /** Its source: a transfer, a payment, a refund, a payout, a reversal. */
  source: string
  type: 'transfer' | 'refund'
  credit: number
  debit: number
  description: string | null
  /** Increases by an amount that may return, and decreases when it returned or no longer can. */
  returning?: number
  /** Whether the limits of the account apply: not to amounts that return. */
  limited?: boolean
}

/** The wallet of a customer, for `context.read`, without a lock: wallets are locked last, by `lockWallet`. */
export function walletPart({ account }: Pick<Context, 'account'>, customerId: string): Part {
  return {
    sql: 'SELECT * FROM wallets WHERE account_id = ? AND customer_id = ?',
    values: [account.id, customerId],
  }
}

/**
 * The wallet that a movement will change: as it was read, or in a transaction read again and locked, after everything
 * else.
 */
export async function lockWallet(
  context: Context,
  customerId: string,
  found?: WalletRow | null,
): Promise<WalletRow | null> {
  if (!context.locked && found !== undefined) return found
  const { wallet } = await context.read<{ wallet: WalletRow }>({
    wallet: { ...walletPart(context, customerId), lock: 'wallets' },
  })
  return wallet
}

/**
 * Moves money into or out of a wallet with the changes of the transaction: balance, entry and ledger. The statement
 * that writes the entries numbers them, so their running balance is correct in the order of commit. It fails if the
 * balance is too low, or a limit would be exceeded.
 * @param wallet as it was read
 * @returns false if there is none, its balance is too low or a limit would be exceeded: `refuseCredit` tells which
 */
export function moveWallet(
  context: Context,
  wallet: WalletRow | null,
  entry: WalletEntry,
  shortfall?: () => Error,
): boolean {
  const { account, changes, now } = context
  const { credit, debit, customer_id, returning = 0 } = entry
  if (!wallet || wallet.balance + credit - debit < 0) return false
  if (entry.limited && overLimit(totalsOf(wallet, now), credit, account)) return false
  changes.moveWallet({
    account_id: account.id,
    customer_id,
    credit,
    debit,
    returning,
    limits: entry.limited
      ? { max_balance: account.wallet_max_balance, month_limit: account.wallet_monthly_limit }
      : null,
    month: monthOf(now),
    at: now,
    entry: {
      account_id: account.id,
      id: context.newId('customer_transaction'),
      customer_id,
      source: entry.source,
      status: 'completed',
      type: entry.type,
      amount: credit + debit,
      currency: account.currency,
      credit,
      debit,
      description: entry.description,
    },
  })
  post(context, entry, shortfall)
  return true
}

/** The amount arrived elsewhere and can no longer return, so the wallet no longer reserves room for it. */
export function arrived(context: Context, customerId: string, amount: number): void {
  const { account, changes, now } = context
  changes.moveWallet({
    account_id: account.id,
    customer_id: customerId,
    credit: 0,
    debit: 0,
    returning: -amount,
    limits: null,
    month: monthOf(now),
    at: now,
    entry: null,
  })
}

/** Why a credit failed, as the error to throw. @throws always */
export function refuseCredit(context: Context, wallet: WalletRow | null, amount: number): never {
  if (!wallet) throw new Error('A credit to a wallet that does not exist.')
  const totals = totalsOf(wallet, context.now)
  const over = overLimit(totals, amount, context.account)
  throw refused(
    'wallet_limit_exceeded',
    withAmounts('INR', (money) =>
      over === 'month'
        ? `This would exceed the wallet's monthly limit of ${money(context.account.wallet_monthly_limit)}. ${money(totals.usage)} was added this month.`
        : `This would exceed the wallet's balance limit of ${money(context.account.wallet_max_balance)}. It holds ${money(totals.balance)}, and ${money(totals.returning_amount)} may return.`,
    ),
    { field: 'amount', metadata: { customer_id: wallet.customer_id } },
  )
}

function totalsOf(wallet: WalletRow, now: number) {
  const { balance, returning_amount } = wallet
  return { balance, returning_amount, usage: usageIn(monthOf(now), wallet) }
}

/**
 * The wallet of a customer, locked in a transaction; the first transfer to it creates it.
 * @param customer with the wallet as it was read
 * @throws invalid_mobile_number if there is none yet and the customer's number cannot have one
 */
export async function openWallet(
  context: Context,
  customer: { id: string; contact: string | null; wallet: WalletRow | null },
): Promise<WalletRow> {
  const wallet = await lockWallet(context, customer.id, customer.wallet)
  if (wallet) return wallet
  assertWalletAllowed(customer)
  if (!context.locked) throw new NeedsLocks()
  await context.tables.wallets.createMany({
    data: [{ account_id: context.account.id, customer_id: customer.id, created_at: context.now }],
    skipDuplicates: true,
  })
  const made = await lockWallet(context, customer.id)
  if (!made) throw new Error(`The wallet of ${customer.id} is missing.`)
  return made
}
