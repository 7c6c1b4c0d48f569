import { refused } from '#lib/pipeline/errors.ts'
import { hasWallets } from '#lib/values/capability.ts'
import { isIndianMobile } from '#lib/values/phone.ts'
import { partsOf } from '#lib/values/time.ts'

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
