import type { SumLabels } from '#components/record/list-result.tsx'

/** What a list of payments says that it adds up. */
export const PAYMENT_SUMS: SumLabels = [
  ['captured', 'captured'],
  ['refunded', 'refunded'],
  ['authorized', 'authorized'],
]
