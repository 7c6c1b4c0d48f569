import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Link } from '#components/ui/link.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import type { AuditLine } from '#lib/domain/audit/schema.ts'
import { actorText, lineTitle, recordPath } from './audit-labels.ts'

/** The audit log. The action is the first column and links to the line. */
export function AuditTable({ lines, kit }: { lines: AuditLine[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Audit log, newest first"
      columns={COLUMNS}
      rows={lines}
      rowKey={(line) => line.id}
      rowHref={(line) => `/settings/audit/${line.id}`}
    />
  )
}

const COLUMNS: Column<AuditLine>[] = [
  { key: 'action', header: 'Action', place: 'title', cell: lineTitle },
  {
    key: 'actor',
    header: 'Actor',
    place: 'detail',
    cell: (line) => (
      <span
        className="inline-block max-w-[calc(14rem+var(--spare)/4)] truncate align-bottom"
        title={actorText(line)}
      >
        {actorText(line)}
      </span>
    ),
  },
  {
    key: 'record',
    header: 'Record',
    mono: true,
    soft: true,
    show: '52rem',
    cell: ({ object_id }) => <Record id={object_id} />,
  },
  {
    key: 'ip',
    header: 'IP address',
    mono: true,
    soft: true,
    show: '60rem',
    cell: ({ ip }) => ip ?? '—',
  },
  {
    key: 'created',
    header: (
      <>
        Created, <ZoneName />
      </>
    ),
    align: 'end',
    soft: true,
    sorted: 'descending',
    place: 'note',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
]

function Record({ id }: { id: string | null }) {
  if (id === null) return <>—</>
  const href = recordPath(id)
  const short = (
    <span className="inline-block max-w-44 truncate align-bottom" title={id}>
      {id}
    </span>
  )
  if (href === null) return short
  return (
    <Link href={href} className="hover:underline">
      {short}
    </Link>
  )
}
