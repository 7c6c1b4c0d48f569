import { amountFilter, choiceFilter, periodFilter, textFilter } from '#components/record/filter-controls.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import type { Grouping } from '#lib/values/money-text.ts'
import { CATEGORY_WORDS, SENT_WORDS, TYPE_WORDS } from './bill-labels.ts'

type Reader = {
  query: Query
  currency: string
  grouping: Grouping
  /** The period of the address in words. */
  period: string | null
}

/** The filters of the list. The status is not among them: it has the tabs. */
export function billFilters({ query, currency, grouping, period }: Reader): Filter[] {
  return [
    periodFilter(query, period),
    amountFilter(query, currency, grouping),
    choiceFilter(query, 'type', 'Type', TYPE_WORDS),
    choiceFilter(query, 'category', 'Business', CATEGORY_WORDS),
    textFilter(query, 'store', 'Store', 'MYS-2'),
    choiceFilter(query, 'delivery', 'Mail', SENT_WORDS),
  ]
}
