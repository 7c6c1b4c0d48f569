import type { SumLabels } from '#components/record/list-result.tsx'

/** What a list of payouts says that it adds up. */
export const PAYOUT_SUMS: SumLabels = [
  ['processed', 'paid out'],
  ['processing', 'processing'],
]
