/**
 * The sums of payments, as SQL for the amount of one row. Captured is the collected money, whether or not some of it
 * was refunded since; a failed or only authorized payment adds nothing
 * to it. Every total of payments on any page is one of
 * these.
 */
export const PAYMENT_SUMS = {
  captured: 'CASE WHEN captured THEN amount END',
  refunded: 'CASE WHEN captured THEN amount_refunded END',
  authorized: "CASE WHEN status = 'authorized' THEN amount END",
  failed: "CASE WHEN status = 'failed' THEN amount END",
} as const
