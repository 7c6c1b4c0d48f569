import { amountFilter, choiceFilter, periodFilter, textFilter } from '#components/record/filter-controls.tsx'
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

/** The filters of the list. The status is not among them: it has the tabs. */
export function orderFilters({ query, currency, grouping, period }: Reader): Filter[] {
  return [
    periodFilter(query, period),
    amountFilter(query, currency, grouping),
    textFilter(query, 'receipt', 'Receipt begins with', 'KS-204'),
    textFilter(query, 'customer', 'Customer', 'cust_…', { maxLength: 19 }),
    choiceFilter(query, 'failed', 'Attempts', { '1': 'at least one failed' }),
    textFilter(query, 'notes', 'Notes', 'shop=Mysuru 2, or shop'),
  ]
}
