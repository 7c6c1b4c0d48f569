import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { actorKind, byAction } from '#components/audit/audit-filters.ts'
import { AuditTable } from '#components/audit/audit-table.tsx'
import { boundedCount } from '#components/shared/list/count-text.ts'
import { period, text } from '#components/shared/list/filters.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { listAuditLinesForDashboard } from '#lib/domain/audit/list.ts'
import { param } from '#lib/filters/list-params.ts'
import { MAX_COUNTED } from '#lib/filters/page.ts'
import { shortText } from '#lib/filters/param-schemas.ts'

/** The period where none is chosen: filters without an index of their own read this much. */
const PERIOD = '28d'

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
  filters: [
    period('Created', PERIOD),
    byAction(),
    actorKind(),
    text(param('actor', shortText(200, 'An actor')), { label: 'Actor', placeholder: 'asha@… or a key name' }),
    text(param('object', shortText(40, 'A record ID')), {
      label: 'Record',
      placeholder: 'pay_…, usr_…, key_…',
    }),
    text(param('ip', shortText(45, 'An IP address')), { label: 'IP address', placeholder: '192.0.2.1' }),
  ],
  lead: ({ mode }) => `Who changed what in ${mode} mode. Lines can't be edited or deleted.`,
  result: ({ total }) => boundedCount(total, MAX_COUNTED, 'line'),
  table: (lines, _, kit) => <AuditTable kit={kit} lines={lines} />,
  actions: (draw) => <Export list={{ path: '/settings/audit' }} draw={draw} />,
  nothing: () => (
    <NothingYet title="No changes yet">Every change leaves a line here, with its actor.</NothingYet>
  ),
})
