import { refused } from '#lib/pipeline/errors.ts'
import { isIndianMobile } from '#lib/values/phone.ts'
import { partsOf } from '#lib/values/time.ts'

/** The capability of an account that had the product before it was discontinued. */
export const WALLET = 'wallet'

/** The product is discontinued: it serves the accounts that had it. */
export function served(account: { capabilities: string[] }): void {
  if (!account.capabilities.includes(WALLET)) throw refused('product_discontinued')
}

/** A wallet is made only for a valid Indian mobile number. */
export function mayHoldWallet(customer: { id: string; contact: string | null }): void {
  if (customer.contact !== null && isIndianMobile(customer.contact)) return
  throw refused('invalid_mobile_number', undefined, { metadata: { customer_id: customer.id } })
}

type Held = { balance: number; returning_amount: number; usage: number }
type Limits = { wallet_max_balance: number; wallet_monthly_limit: number }

/**
 * Why a credit would not fit, or null. What may come back by itself (payouts at the bank, payments that are not
 * captured) counts as held, so that it always finds room.
 */
export function overLimit(wallet: Held, amount: number, limits: Limits): 'balance' | 'month' | null {
  if (wallet.balance + wallet.returning_amount + amount > limits.wallet_max_balance) return 'balance'
  return wallet.usage + amount > limits.wallet_monthly_limit ? 'month' : null
}

/** The calendar month of a timestamp in Asia/Kolkata: "2026-11". */
export function monthOf(at: number): string {
  const { year, month } = partsOf('Asia/Kolkata', at)
  return `${year}-${String(month).padStart(2, '0')}`
}
