/**
 * The sums of refunds, as SQL for the amount of one row: processed, and pending. A failed refund is back in the balance:
 * its sum stands alone.
 */
export const REFUND_SUMS = {
  processed: "CASE WHEN status = 'processed' THEN amount END",
  pending: "CASE WHEN status = 'pending' THEN amount END",
  failed: "CASE WHEN status = 'failed' THEN amount END",
} as const
