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

const INITIATORS = {
  user: 'a person',
  key: 'an API key',
  client: 'a connected app',
  system: 'Counterfoil itself',
}

/** The filters of the list. A status that no tab stands for is one of them. */
export function refundFilters({ query, currency, grouping, period }: Reader): Filter[] {
  return [
    ...(query.status?.includes(',') ? [textFilter(query, 'status', 'Status', 'pending,processed')] : []),
    periodFilter(query, period),
    amountFilter(query, currency, grouping),
    choiceFilter(query, 'speed', 'Speed asked for', { normal: 'normal', optimum: 'optimum' }),
    choiceFilter(query, 'initiator', 'Asked for by', INITIATORS),
    textFilter(query, 'payment', 'Payment', 'pay_…'),
    textFilter(query, 'reference', 'Bank reference', 'RRN, ARN or UTR'),
  ]
}
