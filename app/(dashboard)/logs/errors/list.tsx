import { staffList } from '#app/(dashboard)/list-page.tsx'
import { byActor, bySource } from '#app/(dashboard)/logs/list.tsx'
import { ErrorsTable } from '#components/logs/errors-table.tsx'
import { LOG_LEAD } from '#components/logs/log-labels.ts'
import { LogTabs } from '#components/logs/log-tabs.tsx'
import { SearchedNote } from '#components/logs/searched-note.tsx'
import { period } from '#components/shared/list/filters.tsx'
import { groupErrors } from '#lib/domain/requests/group-errors.ts'
import { withPeriod } from '#lib/filters/list-params.ts'

/** A week is enough to see what keeps going wrong. */
const WEEK = '7d'

/** Errors have no export: they count the requests, and the file of the requests has each of them. */
export const errorList = staffList({
  path: '/logs/errors',
  title: 'Logs',
  noun: 'error group',
  cursor: 'request',
  keyOf: ({ last_id }) => last_id,
  operation: groupErrors,
  filters: [period('Created', WEEK), byActor, bySource],
  lead: () => LOG_LEAD,
  top: () => <LogTabs current="errors" />,
  below: ({ searched }, { query }) => <SearchedNote path="/logs/errors" query={query} searched={searched} />,
  table: (groups, { query }, kit) => (
    <ErrorsTable kit={kit} groups={groups} query={withPeriod(query, WEEK)} />
  ),
  nothing: () => null,
})
