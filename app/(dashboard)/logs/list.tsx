import { Export, readTrend, staffList } from '#app/(dashboard)/list-page.tsx'
import { LOG_LEAD } from '#components/logs/log-labels.ts'
import { LogTabs } from '#components/logs/log-tabs.tsx'
import { LogsTable } from '#components/logs/logs-table.tsx'
import { RequestPicture } from '#components/logs/request-picture.tsx'
import { SearchedNote, searchedText } from '#components/logs/searched-note.tsx'
import { boundedCount } from '#components/shared/list/count-text.ts'
import { DocumentButton } from '#components/ui/button.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { RotateCw } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { hrefWith, PLACE } from '#components/ui/query.ts'
import { REQUEST_FILTERS } from '#lib/domain/requests/filters.ts'
import { listRequestsForDashboard } from '#lib/domain/requests/list.ts'
import { fetchRequestTrend } from '#lib/domain/requests/trend.ts'
import { MAX_COUNTED } from '#lib/filters/page.ts'

export const logList = staffList({
  path: '/logs',
  title: 'Logs',
  noun: 'request',
  cursor: 'request',
  operation: listRequestsForDashboard,
  exported: true,
  live: true,
  picture: async (filters, draw) => {
    const trend = await readTrend(fetchRequestTrend, filters, draw)
    return trend && <RequestPicture trend={trend} />
  },
  filters: REQUEST_FILTERS,
  lead: () => LOG_LEAD,
  top: () => <LogTabs current="requests" />,
  note: ({ searched }, { query }) => <SearchedNote path="/logs" query={query} searched={searched} />,
  searched: ({ searched }) => searched && searchedText(searched),
  result: ({ total }) => boundedCount(total, MAX_COUNTED, 'request'),
  table: (requests, _, kit) => <LogsTable kit={kit} requests={requests} />,
  actions: (draw) => (
    <>
      {/* A document of its own: new lines also come without script. */}
      <DocumentButton href={hrefWith('/logs', draw.query, PLACE)}>
        <RotateCw aria-hidden="true" /> Refresh
      </DocumentButton>
      <Export list={{ path: '/logs' }} draw={draw} />
    </>
  ),
  nothing: () => (
    <NothingYet
      title="No requests yet"
      action={
        <LinkButton href="/api-keys/new" variant="primary">
          Create API key
        </LinkButton>
      }
    >
      API requests appear here within seconds, with request and response bodies and without secrets.
    </NothingYet>
  ),
})
