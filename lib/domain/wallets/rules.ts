import { refused } from '#lib/pipeline/errors.ts'
import { hasWallets } from '#lib/values/capability.ts'
import { isIndianMobile } from '#lib/values/phone.ts'
import { HOUR, MINUTE, partsOf } from '#lib/values/time.ts'

/** The product is discontinued: it serves the accounts that had it. */
export function assertWalletsAvailable(account: { capabilities: string[] }): void {
  if (!hasWallets(account)) throw refused('product_discontinued')
}

/** Only a valid Indian mobile number can have a wallet. */
export function assertWalletAllowed(customer: { id: string; contact: string | null }): void {
  if (customer.contact !== null && isIndianMobile(customer.contact)) return
  throw refused('invalid_mobile_number', undefined, { metadata: { customer_id: customer.id } })
}

type WalletTotals = { balance: number; returning_amount: number; usage: number }
type Limits = { wallet_max_balance: number; wallet_monthly_limit: number }

/**
 * Why a credit exceeds a limit, or null. Amounts that may return (payouts at the bank, uncaptured payments) count as
 * held, so that there is always room for them.
 */
export function overLimit(wallet: WalletTotals, amount: number, limits: Limits): 'balance' | 'month' | null {
  if (wallet.balance + wallet.returning_amount + amount > limits.wallet_max_balance) return 'balance'
  return wallet.usage + amount > limits.wallet_monthly_limit ? 'month' : null
}

/**
 * What was added to a wallet in a month. The month of a wallet never goes back, so what is decided at the end of a month
 * by a clock that is behind is held to the newer month.
 */
export function usageIn<Amount>(month: string, wallet: { usage_month: string; usage: Amount }): Amount | 0 {
  return wallet.usage_month >= month ? wallet.usage : 0
}

/** The calendar month of a timestamp in Asia/Kolkata: "2026-11". */
export function monthOf(at: number): string {
  const { year, month } = partsOf('Asia/Kolkata', at)
  return `${year}-${String(month).padStart(2, '0')}`
}

/** How long a one-time password is valid, and how long the wallet stays open to the browser that entered it. */
const VALID_FOR = 10 * MINUTE
const OPEN_FOR = 15 * MINUTE
/** The number of wrong entries before a new password is needed. */
export const TRIES = 5
/** The one-time passwords per hour: for one order, and for one number on any order. */
export const MAX_OF_ORDER = 10
export const MAX_OF_NUMBER = 5
export const WITHIN = HOUR

type Code = { created_at: bigint; proven_at: bigint | null; used_at: bigint | null; tries: number }

/**
 * The state of a payer who requested a one-time password: it was sent, it was correct and the wallet is open, or it
 * ended, with or without a reason to show.
 */
type Standing =
  | { step: 'code'; tries_left: number; until: number }
  | { step: 'open'; until: number }
  | { step: 'over'; why: 'tries' | 'time' | 'used' }

/** The state of a one-time password. It opens the wallet once, and an open wallet pays once. */
export function standingOf(code: Code, now: number): Standing {
  if (code.used_at !== null) return { step: 'over', why: 'used' }
  if (code.proven_at !== null) {
    const until = Number(code.proven_at) + OPEN_FOR
    return now < until ? { step: 'open', until } : { step: 'over', why: 'time' }
  }
  if (code.tries >= TRIES) return { step: 'over', why: 'tries' }
  const until = Number(code.created_at) + VALID_FOR
  return now < until ? { step: 'code', tries_left: TRIES - code.tries, until } : { step: 'over', why: 'time' }
}
