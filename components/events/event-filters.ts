import { choiceFilter, periodFilter, textFilter } from '#components/record/filter-controls.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import { EVENTS } from '#lib/domain/events/schema.ts'

export function eventFilters(query: Query, period: string | null): Filter[] {
  const names = Object.fromEntries(Object.keys(EVENTS).map((name) => [name, name]))
  return [
    choiceFilter(query, 'event', 'Event', names),
    textFilter(query, 'object', 'Object', 'pay_…'),
    periodFilter(query, period),
  ]
}
