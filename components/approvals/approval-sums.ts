import type { SumLabels } from '#components/record/list-result.tsx'

/** What a list of approvals says that it adds up. */
export const APPROVAL_SUMS: SumLabels = [
  ['waiting', 'awaiting approval'],
  ['approved', 'approved'],
]
