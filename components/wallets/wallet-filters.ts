import { amountFilter, textFilter } from '#components/record/filter-controls.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import type { Grouping } from '#lib/values/money-text.ts'

/** The filters of the list of wallets. */
export function walletFilters(query: Query, currency: string, grouping: Grouping): Filter[] {
  return [
    textFilter(query, 'q', 'Search', 'Name, email, phone or cust_…', { maxLength: 100 }),
    { ...amountFilter(query, currency, grouping), label: 'Balance' },
  ]
}
