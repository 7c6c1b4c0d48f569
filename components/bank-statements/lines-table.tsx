import { amountColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Link } from '#components/ui/link.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { CalendarDate } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { BankLine, LineStatus } from '#lib/domain/bank-statements/schema.ts'
import { LINE_LOOKS } from './bank-labels.ts'

/** The lines of bank statements, each with its settlement. */
export function LinesTable({ lines, kit }: { lines: BankLine[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Lines of bank statements, newest first"
      columns={COLUMNS}
      rows={lines}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/settlements/bank-statements/lines/${id}`}
    />
  )
}

const COLUMNS: Column<BankLine>[] = [
  {
    key: 'date',
    header: 'Booked',
    place: 'title',
    sorted: 'descending',
    cell: ({ date }) => <CalendarDate date={date} />,
  },
  amountColumn(),
  statusColumn(({ status }) => <LinePill status={status} />),
  {
    key: 'reference',
    header: 'Reference',
    mono: true,
    soft: true,
    place: 'detail',
    cell: ({ reference }) => <Truncate text={reference || '—'} width="max-w-48" />,
  },
  {
    key: 'description',
    header: 'Description',
    soft: true,
    show: '70rem',
    cell: ({ description }) => <Truncate text={description || '—'} width="max-w-64" />,
  },
  {
    key: 'settlement',
    header: 'Settlement',
    soft: true,
    show: '60rem',
    cell: ({ settlement_id }) =>
      settlement_id === null ? (
        '—'
      ) : (
        <Link href={`/settlements/${settlement_id}`} className="mono hover:underline">
          {settlement_id}
        </Link>
      ),
  },
]

export function LinePill({ status }: { status: LineStatus }) {
  const { tone, icon, word, hint } = LINE_LOOKS[status]
  return (
    <Pill tone={tone} icon={glyphs[icon]} hint={hint}>
      {word}
    </Pill>
  )
}
