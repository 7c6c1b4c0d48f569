/**
 * What payments add up to, as SQL for the amount of one row. Captured is money that was collected, whether or not some
 * of it was refunded since; a failed payment, or one that only holds money, adds nothing to it. Every total of payments
 * is one of these, whichever page it stands on.
 */
export const PAYMENT_SUMS = {
  captured: 'CASE WHEN captured THEN amount END',
  refunded: 'CASE WHEN captured THEN amount_refunded END',
  authorized: "CASE WHEN status = 'authorized' THEN amount END",
} as const
