import { monthOf, overLimit } from '#lib/domain/wallets/rules.ts'
import type { wallets } from '#lib/generated/prisma/client.ts'
import { type Movement, post } from '#lib/ledger/post.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context, Part, Plain } from '#lib/pipeline/operation.ts'

export type WalletRow = Plain<wallets>

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

/** The wallet of a customer, for `context.read`, without a lock: wallets are locked last, by `lockWallet`. */
export function walletPart({ account }: Pick<Context, 'account'>, customerId: string): Part {
  return {
    sql: 'SELECT * FROM wallets WHERE account_id = ? AND customer_id = ?',
    values: [account.id, customerId],
  }
}

/**
 * The wallet that money is about to move into or out of: as it was read, or in a transaction read again and locked, after everything
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
 * Moves money into or out of a wallet with the changes of the transaction: balance, entry and ledger. The entries of a
 * wallet are numbered by the statement that writes them, so their running balance is the true one in the order of commit; the
 * statement fails when the wallet has come to hold too little, or a limit is in the way.
 * @param wallet as it was read
 * @returns false when there is none, it holds too little or a limit is in the way: `refuseCredit` tells which
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
  if (entry.limited && overLimit(heldOf(wallet, now), credit, account)) return false
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

/** What has arrived elsewhere can no longer come back to the wallet, which need not keep room for it any more. */
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

/**
 * Why a credit did not go through, as the error to throw.
 * @throws always
 */
export function refuseCredit(context: Context, wallet: WalletRow | null, amount: number): never {
  if (!wallet) throw new Error('A credit to a wallet that does not exist.')
  const held = heldOf(wallet, context.now)
  const over = overLimit(held, amount, context.account)
  throw refused(
    'wallet_limit_exceeded',
    over === 'month'
      ? `This would exceed the wallet's monthly limit of ${context.account.wallet_monthly_limit}. ${held.usage} was added this month.`
      : `This would exceed the wallet's balance limit of ${context.account.wallet_max_balance}. It holds ${held.balance}, and ${held.returning_amount} may return.`,
    { field: 'amount', metadata: { customer_id: wallet.customer_id } },
  )
}

function heldOf(wallet: WalletRow, now: number) {
  const { balance, returning_amount } = wallet
  return { balance, returning_amount, usage: wallet.usage_month === monthOf(now) ? wallet.usage : 0 }
}
