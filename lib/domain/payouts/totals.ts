/**
 * What payouts add up to, as SQL for the amount of one row: what the bank has sent, and what is on its way. A reversed
 * payout is back in the wallet and adds nothing.
 */
export const PAYOUT_SUMS = {
  processed: "CASE WHEN status = 'processed' THEN amount END",
  processing: "CASE WHEN status = 'processing' THEN amount END",
} as const
