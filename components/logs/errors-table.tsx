import { Count } from '#components/ui/count.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Link } from '#components/ui/link.tsx'
import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Time, ZoneName } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ErrorGroup } from '#lib/domain/requests/schema.ts'

/** Kinds of errors: each links to its requests. */
export function ErrorsTable({ groups, query, kit }: { groups: ErrorGroup[]; query: Query; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Error groups, latest first"
      columns={COLUMNS}
      rows={groups}
      rowKey={({ error_reason, error_field, operation }) => `${error_reason} ${error_field} ${operation}`}
      rowHref={(group) =>
        hrefWith('/logs', query, {
          ...PLACE,
          count: null,
          reason: group.error_reason,
          field: group.error_field ?? '-',
          operation: group.operation,
        })
      }
    />
  )
}

const COLUMNS: Column<ErrorGroup>[] = [
  {
    key: 'reason',
    header: 'Reason',
    mono: true,
    place: 'title',
    cell: ({ error_reason }) => <Truncate text={error_reason} width="max-w-52" />,
  },
  {
    key: 'count',
    header: 'Count',
    align: 'end',
    strong: true,
    place: 'amount',
    cell: ({ count }) => (
      <span className="num">
        <Count of={count} />
      </span>
    ),
  },
  {
    key: 'field',
    header: 'Field',
    mono: true,
    place: 'status',
    // A property that the API does not have is the caller's text, up to 255 characters.
    cell: ({ error_field }) => <Truncate text={error_field ?? '—'} width="max-w-36" />,
  },
  {
    key: 'operation',
    header: 'Operation',
    soft: true,
    place: 'detail',
    cell: ({ operation }) => (
      <Truncate text={operation?.replaceAll('_', ' ') ?? 'unknown route'} width="max-w-32" />
    ),
  },
  {
    key: 'actors',
    header: 'Keys and users',
    soft: true,
    show: '60rem',
    cell: ({ actors, names }) => {
      const shown = names.slice(0, 2)
      return (
        <span
          className="inline-block max-w-[calc(9rem+var(--spare)/2)] truncate align-bottom"
          title={names.join(', ')}
        >
          {shown.join(', ')}
          {actors > shown.length && ` and ${actors - shown.length} more`}
        </span>
      )
    },
  },
  {
    key: 'explain',
    header: 'Meaning',
    show: '52rem',
    cell: ({ error_reason }) => (
      <Link href={`/docs/errors#${error_reason}`} className="link">
        Explain<span className="sr-only"> {error_reason}</span>
      </Link>
    ),
  },
  {
    key: 'last',
    header: (
      <>
        Last seen, <ZoneName />
      </>
    ),
    align: 'end',
    soft: true,
    sorted: 'descending',
    place: 'note',
    cell: ({ last_at }) => <Time at={last_at} />,
  },
]
