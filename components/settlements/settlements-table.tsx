import { amountColumn, createdColumn, idColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { copiedText } from '#components/ui/looks.ts'
import { Money } from '#components/ui/money.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import type { ListedSettlement } from '#lib/domain/settlements/schema.ts'

/** The list of settlements: the ID first, as the head of its row and the way to the settlement. */
export function SettlementsTable({ settlements, kit }: { settlements: ListedSettlement[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Settlements, newest first"
      columns={COLUMNS}
      rows={settlements}
      rowKey={(settlement) => settlement.id}
      rowHref={(settlement) => `/settlements/${settlement.id}`}
    />
  )
}

const COLUMNS: Column<ListedSettlement>[] = [
  idColumn('Settlement'),
  amountColumn(),
  {
    key: 'fees',
    header: 'Fees + tax',
    align: 'end',
    soft: true,
    show: '60rem',
    cell: ({ fees, currency }) => <Money amount={fees} currency={currency} />,
  },
  statusColumn(({ status }) => <StatusPill kind="settlement" status={status} />),
  {
    key: 'schedule',
    header: 'Schedule',
    soft: true,
    place: 'detail',
    cell: ({ run }) => (run.startsWith('setl_') ? 'Manual' : 'Scheduled'),
  },
  { key: 'utr', header: 'UTR', soft: true, show: '60rem', cell: ({ utr }) => <Utr utr={utr} /> },
  createdColumn(),
]

/** A click copies it. */
export function Utr({ utr }: { utr: string | null }) {
  if (utr === null) return <>—</>
  return (
    <button
      type="button"
      data-copy={utr}
      title={utr}
      aria-label={`UTR ${utr}, copy`}
      className={`${copiedText} mono max-w-full truncate`}
    >
      {utr}
    </button>
  )
}
