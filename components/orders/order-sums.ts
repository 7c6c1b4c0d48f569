import type { SumLabels } from '#components/record/list-result.tsx'

/** What a list of orders says that it adds up. */
export const ORDER_SUMS: SumLabels = [
  ['paid', 'paid'],
  ['ordered', 'ordered'],
]
