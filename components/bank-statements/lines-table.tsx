import { amountColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { CalendarDate } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { LineStatus, ListedBankLine } from '#lib/domain/bank-statements/schema.ts'
import { LINE_LOOKS } from './bank-labels.ts'

export function LinesTable({ lines, kit }: { lines: ListedBankLine[]; kit?: TableKit }) {
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

const COLUMNS: Column<ListedBankLine>[] = [
  {
    key: 'date',
    header: 'Booked',
    place: 'title',
    sorted: 'descending',
    cell: ({ date }) => <CalendarDate date={date} />,
  },
  amountColumn(),
  statusColumn(({ status, difference, currency, reversal }) => (
    <>
      <LinePill status={status} />
      {reversal && <span className="ml-2 text-small text-ink-2">Reversal</span>}
      {(status === 'differs' || status === 'accepted') && difference !== null && (
        <span className="ml-2 text-small whitespace-nowrap text-ink-2">
          <Money amount={Math.abs(difference)} currency={currency} /> {difference < 0 ? 'less' : 'more'}
        </span>
      )}
    </>
  )),
  {
    key: 'reference',
    header: 'Reference',
    mono: true,
    soft: true,
    place: 'detail',
    cell: ({ reference }) => <Truncate text={reference || '—'} width="max-w-[16cqi]" />,
  },
  {
    key: 'description',
    header: 'Description',
    soft: true,
    place: 'note',
    cell: ({ description }) => description && <Truncate text={description} width="max-w-[24cqi]" />,
  },
  {
    key: 'settlement',
    header: 'Settlement',
    soft: true,
    show: '70rem',
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
