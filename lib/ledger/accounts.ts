/**
 * The accounts of the ledger, per account of a merchant. All are seen from the platform: a credit to `merchant_balance`
 * is money the platform owes the merchant.
 */
export const LEDGER_ACCOUNTS = {
  /** The banks' debt to the platform for payments, less returned money. Derived. */
  bank: { isStored: false },
  /** Payers' money for payments that are not captured. Derived. */
  authorized_payments: { isStored: false },
  /** The platform's debt to the merchant. Stored, and never below zero. */
  merchant_balance: { isStored: true },
  /** Refunds on their way to a payer. Derived. */
  refunds_pending: { isStored: false },
  /**
   * The platform's debt to the holders of wallets: the sum of all wallets. Derived; each wallet stores its own
   * balance.
   */
  wallets: { isStored: false },
  /** Transfers that wait on hold. Derived. */
  transfers_on_hold: { isStored: false },
  /** Payouts on their way to a bank. Derived. */
  payouts_pending: { isStored: false },
  /** Settlements on their way to the merchant's bank account. Derived. */
  settlements_pending: { isStored: false },
  /** Fees earned, without tax. Derived. */
  fees: { isStored: false },
  /** Tax on fees, owed to the state. Derived. */
  tax: { isStored: false },
} as const
export type LedgerAccount = keyof typeof LEDGER_ACCOUNTS

/** Whether the balance of an account is kept beside its postings. */
export function hasStoredBalance(account: LedgerAccount): boolean {
  return LEDGER_ACCOUNTS[account].isStored
}
