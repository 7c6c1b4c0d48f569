import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { ACTOR_LABELS } from '#components/audit/audit-labels.ts'
import { AuditTable } from '#components/audit/audit-table.tsx'
import { choice, period, text } from '#components/shared/list/filters.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { listAuditLinesForDashboard } from '#lib/domain/audit/list.ts'
import { ACTOR_KINDS } from '#lib/domain/audit/schema.ts'
import { param } from '#lib/values/list-params.ts'
import { several, shortText } from '#lib/values/param-schemas.ts'

/** The period where none is chosen: filters without an index of their own read this much. */
const PERIOD = '28d'

export const auditList = staffList({
  path: '/settings/audit',
  title: 'Audit log',
  noun: 'line',
  cursor: 'audit',
  operation: listAuditLinesForDashboard,
  exported: true,
  filters: [
    period('Created', PERIOD),
    choice(param('actor_kind', several(ACTOR_KINDS, 'actor')), {
      label: 'Actor type',
      choices: ACTOR_LABELS,
    }),
    text(param('actor', shortText(200, 'An actor')), { label: 'Actor', placeholder: 'asha@… or a key name' }),
    text(param('action', shortText(80, 'An action')), { label: 'Action', placeholder: 'change_role' }),
    text(param('object', shortText(40, 'A record ID')), {
      label: 'Record',
      placeholder: 'pay_…, usr_…, key_…',
    }),
    text(param('ip', shortText(45, 'An IP address')), { label: 'IP address', placeholder: '192.0.2.1' }),
  ],
  lead: ({ mode }) => `Who changed what in ${mode} mode. Lines can't be edited or deleted.`,
  table: (lines, _, kit) => <AuditTable kit={kit} lines={lines} />,
  actions: (draw) => <Export list={{ path: '/settings/audit' }} draw={draw} />,
  nothing: () => (
    <NothingYet title="No changes yet">Every change leaves a line here, with its actor.</NothingYet>
  ),
})
