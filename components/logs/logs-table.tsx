import { createdColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { type LoggedRequest, SLOW_MS, SOURCE_LABELS } from '#lib/domain/requests/schema.ts'
import { actorName, durationWords } from './log-labels.ts'
import { StatusMark } from './status-mark.tsx'

/** The log: the request first, as the link to both bodies. */
export function LogsTable({ requests, kit }: { requests: LoggedRequest[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Requests, newest first"
      columns={COLUMNS}
      rows={requests}
      rowKey={(request) => request.id}
      rowHref={(request) => `/logs/${request.id}`}
    />
  )
}

const COLUMNS: Column<LoggedRequest>[] = [
  {
    key: 'path',
    header: 'Request',
    mono: true,
    place: 'title',
    cell: ({ method, path }) => (
      <span className="inline-block max-w-56 truncate align-bottom" title={`${method} ${path}`}>
        {path.startsWith('/') ? `${method} ${path}` : path}
      </span>
    ),
  },
  statusColumn(({ status }) => <StatusMark status={status} />),
  {
    key: 'reason',
    header: 'Reason',
    soft: true,
    show: '52rem',
    place: 'detail',
    cell: (request) => <Reason request={request} />,
  },
  {
    key: 'duration',
    header: 'Duration',
    align: 'end',
    soft: true,
    place: 'amount',
    cell: ({ duration_ms }) => (
      <span className={duration_ms > SLOW_MS ? 'num text-bad' : 'num'}>{durationWords(duration_ms)}</span>
    ),
  },
  {
    key: 'actor',
    header: 'Key or user',
    soft: true,
    show: '52rem',
    cell: (request) => (
      <span
        className="inline-block max-w-[calc(8rem+var(--spare)/3)] truncate align-bottom"
        title={request.actor_id}
      >
        {actorName(request)}
      </span>
    ),
  },
  { key: 'source', header: 'Source', soft: true, show: '84rem', cell: ({ source }) => SOURCE_LABELS[source] },
  { key: 'ip', header: 'IP address', soft: true, mono: true, show: '84rem', cell: ({ ip }) => ip ?? '—' },
  {
    key: 'object',
    header: 'Object',
    soft: true,
    mono: true,
    show: '60rem',
    cell: ({ object_id }) =>
      object_id ? (
        <span title={object_id}>
          {object_id.slice(0, object_id.indexOf('_') + 1)}…{object_id.slice(-4)}
        </span>
      ) : (
        '—'
      ),
  },
  createdColumn(),
]

/** Why it failed. On a phone, which has no column for the caller, also who sent it. */
function Reason({ request }: { request: LoggedRequest }) {
  const { error_reason, error_field, replayed } = request
  const reason = error_reason ?? (replayed ? 'replayed' : '')
  return (
    <span
      className="inline-block max-w-36 truncate align-bottom"
      title={[error_reason, error_field].filter(Boolean).join(', ')}
    >
      {reason}
      {error_field && <span className="text-ink-3">, {error_field}</span>}
      <span className="hidden folded:inline">
        {reason !== '' && ' · '}
        {actorName(request)}
      </span>
    </span>
  )
}
