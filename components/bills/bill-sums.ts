import type { SumLabels } from '#components/record/list-result.tsx'

/** What a list of bills says that it adds up. */
export const BILL_SUMS: SumLabels = [['billed', 'billed']]
