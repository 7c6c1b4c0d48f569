import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { AuditTable } from '#components/audit/audit-table.tsx'
import { boundedCount } from '#components/shared/list/count-text.ts'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { AUDIT_FILTERS } from '#lib/domain/audit/filters.ts'
import { listAuditLinesForDashboard } from '#lib/domain/audit/list.ts'
import { MAX_COUNTED } from '#lib/filters/page.ts'

/** All actors: the list begins with those of the business. */
const EVERYTHING = { actor_kind: 'all' }

export const auditList = staffList({
  path: '/settings/audit',
  title: 'Audit log',
  noun: 'line',
  cursor: 'audit',
  operation: listAuditLinesForDashboard,
  exported: true,
  tabs: {
    label: 'Actors',
    of: [
      {
        count: 'people',
        label: 'People and apps',
        hint: 'Lines of team members, API keys and connected apps.',
      },
      {
        count: 'all',
        label: 'Everything',
        set: EVERYTHING,
        hint: 'Also the lines of payers and of Counterfoil itself: settlements, expiries, deletions.',
      },
    ],
  },
  whole: EVERYTHING,
  filters: AUDIT_FILTERS,
  lead: ({ mode }) => `Who changed what in ${mode} mode. Lines can't be edited or deleted.`,
  result: ({ total }) => boundedCount(total, MAX_COUNTED, 'line'),
  table: (lines, _, kit) => <AuditTable kit={kit} lines={lines} />,
  actions: (draw) => <Export list={{ path: '/settings/audit' }} draw={draw} />,
  nothing: () => (
    <NothingYet title="No changes yet">Every change leaves a line here, with its actor.</NothingYet>
  ),
})
