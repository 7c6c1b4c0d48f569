import { createdColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { CalendarDate } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { BankStatement } from '#lib/domain/bank-statements/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { linesText } from './bank-labels.ts'

export function StatementsTable({ statements }: { statements: BankStatement[] }) {
  return (
    <DataTable
      caption="Imported bank statements, newest first"
      columns={COLUMNS}
      rows={statements}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/settlements/bank-statements/files/${id}`}
    />
  )
}

const COLUMNS: Column<BankStatement>[] = [
  {
    key: 'file',
    header: 'File',
    place: 'title',
    cell: ({ file_name }) => <Truncate text={file_name} width="max-w-56" />,
  },
  {
    key: 'account',
    header: 'Account',
    mono: true,
    place: 'detail',
    cell: ({ bank_account }) => bank_account,
  },
  { key: 'period', header: 'Booked', show: '52rem', cell: (statement) => <BookedPeriod {...statement} /> },
  { key: 'lines', header: 'Lines', place: 'amount', cell: ({ count }) => linesText(count) },
  {
    key: 'balances',
    header: 'Balances',
    place: 'status',
    cell: ({ difference }) => <BalancePill difference={difference} />,
  },
  {
    key: 'by',
    header: 'Imported by',
    soft: true,
    show: '70rem',
    cell: ({ created_by }) => (
      <Truncate text={creatorText(created_by) ?? '—'} width="max-w-[calc(10rem+var(--spare)/3)]" />
    ),
  },
  createdColumn(),
]

/** The first and the last booking date of a statement. */
export function BookedPeriod({ from_date, to_date }: Pick<BankStatement, 'from_date' | 'to_date'>) {
  if (from_date === null || to_date === null) return <>—</>
  if (from_date === to_date) return <CalendarDate date={from_date} />
  return (
    <>
      <CalendarDate date={from_date} /> to <CalendarDate date={to_date} />
    </>
  )
}

function BalancePill({ difference }: { difference: number | null }) {
  if (difference === null)
    return (
      <Pill icon={glyphs.ring} hint="The file has no opening and closing balance.">
        No balances
      </Pill>
    )
  return difference === 0 ? (
    <Pill tone="good" icon={glyphs.check} hint="Opening balance and lines come to the closing balance.">
      Add up
    </Pill>
  ) : (
    <Pill tone="bad" icon={glyphs.half} hint="Opening balance and lines don't come to the closing balance.">
      Don't add up
    </Pill>
  )
}
