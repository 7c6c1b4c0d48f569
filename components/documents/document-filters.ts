import { choiceFilter, periodFilter, textFilter } from '#components/record/filter-controls.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import { TYPE_WORDS } from './document-labels.ts'

/** The filters of the list. The purpose is not among them: it has the tabs. */
export function documentFilters(query: Query, period: string | null): Filter[] {
  return [
    ...(query.purpose?.includes(',') ? [textFilter(query, 'purpose', 'Purpose', 'kyc_proof,other')] : []),
    textFilter(query, 'name', 'Name starts with', 'scan, or doc_…', { maxLength: 255 }),
    choiceFilter(query, 'type', 'Type', TYPE_WORDS),
    choiceFilter(query, 'used', 'Attached', { '1': 'yes', '0': 'no' }),
    periodFilter(query, period),
  ]
}
