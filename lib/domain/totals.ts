/** The sums of the lists, each as SQL for the amount of one row. Every total on any page is one of these. */
import type { Condition } from '#lib/database/conditions.ts'

/**
 * Captured is the collected money, whether or not some of it was refunded since; a failed or only authorized payment
 * adds nothing to it.
 */
export const PAYMENT_SUMS = {
  captured: 'CASE WHEN captured THEN amount END',
  refunded: 'CASE WHEN captured THEN amount_refunded END',
  authorized: "CASE WHEN status = 'authorized' THEN amount END",
  failed: "CASE WHEN status = 'failed' THEN amount END",
} as const

/** A failed refund is back in the balance: its sum stands alone. */
export const REFUND_SUMS = {
  processed: "CASE WHEN status = 'processed' THEN amount END",
  pending: "CASE WHEN status = 'pending' THEN amount END",
  failed: "CASE WHEN status = 'failed' THEN amount END",
} as const

/** Ordered, and captured towards the orders. They stay two sums, since most orders may never be paid. */
export const ORDER_SUMS = { ordered: 'amount', paid: 'amount_paid' } as const

/** Credited to wallets, reversed since, and on hold. A failed transfer moved nothing. */
export const TRANSFER_SUMS = {
  processed: "CASE WHEN status = 'processed' THEN amount END",
  reversed: "CASE WHEN status = 'processed' THEN amount_reversed END",
  on_hold: "CASE WHEN status = 'created' THEN amount - amount_reversed END",
} as const

/** A reversed payout is back in the wallet: its sum stands alone. */
export const PAYOUT_SUMS = {
  processed: "CASE WHEN status = 'processed' THEN amount END",
  processing: "CASE WHEN status = 'processing' THEN amount END",
  reversed: "CASE WHEN status = 'reversed' THEN amount END",
} as const

/** A withdrawn bill adds nothing. */
export const BILL_SUMS = { billed: "CASE WHEN status = 'issued' THEN amount END" } as const

/** Pending ones, and those that were approved and ran. Rejected, withdrawn, expired and failed ones moved nothing. */
export function approvalSums(now: number): Record<string, string | Condition> {
  return {
    waiting: { sql: "CASE WHEN status = 'waiting' AND expires_at > ? THEN amount END", values: [now] },
    approved: "CASE WHEN status = 'approved' THEN amount END",
  }
}
