import type { SumLabels } from '#components/record/list-result.tsx'

/** What a list of transfers says that it adds up. */
export const TRANSFER_SUMS: SumLabels = [
  ['processed', 'transferred'],
  ['reversed', 'reversed'],
  ['on_hold', 'on hold'],
]
