import { amountFilter, periodFilter, textFilter } from '#components/record/filter-controls.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import type { Grouping } from '#lib/values/money-text.ts'

type Reader = {
  query: Query
  currency: string
  grouping: Grouping
  /** The period of the address in words. */
  period: string | null
}

/** The filters of the list. A status that no tab stands for is one of them. */
export function payoutFilters({ query, currency, grouping, period }: Reader): Filter[] {
  return [
    ...(query.status?.includes(',') ? [textFilter(query, 'status', 'Status', 'processed,reversed')] : []),
    periodFilter(query, period),
    amountFilter(query, currency, grouping),
    textFilter(query, 'customer', 'Customer', 'cust_…'),
    textFilter(query, 'purpose', 'Purpose', 'salary', { maxLength: 30 }),
    textFilter(query, 'reference', 'Reference', 'your reference'),
    textFilter(query, 'utr', 'UTR', 'bank reference'),
  ]
}
