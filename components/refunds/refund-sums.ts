import type { SumLabels } from '#components/record/list-result.tsx'

/** What a list of refunds says that it adds up. */
export const REFUND_SUMS: SumLabels = [
  ['processed', 'processed'],
  ['pending', 'pending'],
]
