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

/** The filters of the list of transfers. The status is not among them: it has the tabs. */
export function transferFilters({ query, currency, grouping, period }: Reader): Filter[] {
  return [
    periodFilter(query, period),
    amountFilter(query, currency, grouping),
    textFilter(query, 'customer', 'Customer', 'cust_…'),
    textFilter(query, 'payment', 'Payment', 'pay_…'),
  ]
}
