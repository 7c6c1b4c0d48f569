import { choiceFilter, periodFilter, textFilter } from '#components/record/filter-controls.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import { EVENTS } from '#lib/domain/events/schema.ts'

export const ANSWERS = {
  '2xx': '2xx, success',
  '3xx': '3xx, redirected',
  '4xx': '4xx, client error',
  '5xx': '5xx, server error',
  none: 'no response',
}

/** What deliveries can be narrowed by, beside their state, which the tabs choose. */
export function deliveryFilters(query: Query, period: string | null): Filter[] {
  const names = Object.fromEntries(Object.keys(EVENTS).map((name) => [name, name]))
  return [
    choiceFilter(query, 'event', 'Event', names),
    choiceFilter(query, 'answer', 'Last response', ANSWERS),
    textFilter(query, 'attempts', 'Minimum attempts', '2', { inputMode: 'numeric', maxLength: 3 }),
    textFilter(query, 'object', 'Object', 'pay_…'),
    periodFilter(query, period),
  ]
}
