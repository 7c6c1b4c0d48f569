import { staffList } from '#app/(dashboard)/list-page.tsx'
import { ErrorsTable } from '#components/logs/errors-table.tsx'
import { LOG_LEAD } from '#components/logs/log-labels.ts'
import { LogTabs } from '#components/logs/log-tabs.tsx'
import { SearchedNote } from '#components/logs/searched-note.tsx'
import { ERROR_FILTERS, ERROR_PERIOD } from '#lib/domain/requests/filters.ts'
import { groupErrors } from '#lib/domain/requests/group-errors.ts'
import { withPeriod } from '#lib/filters/list-params.ts'

/** Errors have no export: they count the requests, and the file of the requests has each of them. */
export const errorList = staffList({
  path: '/logs/errors',
  title: 'Logs',
  noun: 'error group',
  cursor: 'request',
  keyOf: ({ last_id }) => last_id,
  operation: groupErrors,
  filters: ERROR_FILTERS,
  lead: () => LOG_LEAD,
  top: () => <LogTabs current="errors" />,
  note: ({ searched }, { query }) => <SearchedNote path="/logs/errors" query={query} searched={searched} />,
  table: (groups, { query }, kit) => (
    <ErrorsTable kit={kit} groups={groups} query={withPeriod(query, ERROR_PERIOD)} />
  ),
  nothing: () => null,
})
