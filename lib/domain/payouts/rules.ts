import { shareOf } from '#lib/values/money-text.ts'

/** The fee of a payout and the tax on it. Both are deducted from the wallet, beside the amount. */
export function payoutFees(account: { payout_fee: number; tax_basis_points: number }) {
  return { fees: account.payout_fee, tax: shareOf(account.payout_fee, account.tax_basis_points) }
}

/** The default text on the bank statement: the billing label, in the characters that banks allow. */
export function defaultNarration(billingLabel: string): string {
  return (
    billingLabel
      .replace(/[^A-Za-z0-9 ]/g, ' ')
      .replace(/ +/g, ' ')
      .trim()
      .slice(0, 30)
      .trim() || 'Payout'
  )
}
