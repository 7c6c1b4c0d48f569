/**
 * The sums of payouts, as SQL for the amount of one row: processed, and pending. A reversed payout is back in the
 * wallet: its sum stands alone.
 */
export const PAYOUT_SUMS = {
  processed: "CASE WHEN status = 'processed' THEN amount END",
  processing: "CASE WHEN status = 'processing' THEN amount END",
  reversed: "CASE WHEN status = 'reversed' THEN amount END",
} as const
