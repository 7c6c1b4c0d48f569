/**
 * The sums of transfers, as SQL for the amount of one row: credited to wallets, reversed since, and on hold. A failed
 * transfer moved nothing.
 */
export const TRANSFER_SUMS = {
  processed: "CASE WHEN status = 'processed' THEN amount END",
  reversed: "CASE WHEN status = 'processed' THEN amount_reversed END",
  on_hold: "CASE WHEN status = 'created' THEN amount - amount_reversed END",
} as const
