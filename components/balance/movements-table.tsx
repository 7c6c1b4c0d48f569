import { createdColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import type { ListedMovement } from '#lib/domain/balance/schema.ts'
import { KIND_LABELS, sourceHref } from './movement-labels.ts'

type MovementsTableProps = {
  kit?: TableKit
  movements: ListedMovement[]
  /** Without the settlement, on the page of one, where the balance says nothing either. */
  ofSettlement?: true
}

/** The movements of the balance: gross, fee and tax, debit or credit, and the balance after each. */
export function MovementsTable({ movements, ofSettlement, kit }: MovementsTableProps) {
  return (
    <DataTable
      kit={kit}
      caption="Movements of the balance, newest first"
      columns={ofSettlement ? COLUMNS.filter(({ key }) => !IN_BALANCE.includes(key)) : COLUMNS}
      rows={movements}
      rowKey={(movement) => movement.id}
      rowHref={(movement) => sourceHref(movement.source)}
    />
  )
}

const IN_BALANCE = ['balance', 'settlement']

const COLUMNS: Column<ListedMovement>[] = [
  { key: 'kind', header: 'Movement', place: 'title', cell: ({ kind }) => KIND_LABELS[kind] },
  { key: 'source', header: 'Record', mono: true, soft: true, place: 'detail', cell: ({ source }) => source },
  {
    key: 'amount',
    header: 'Gross',
    align: 'end',
    soft: true,
    show: '60rem',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    key: 'fee',
    header: 'Fee + tax',
    align: 'end',
    soft: true,
    show: '60rem',
    cell: ({ fee, currency }) => (fee === 0 ? '—' : <Money amount={fee} currency={currency} />),
  },
  side('Debit', 'debit'),
  side('Credit', 'credit'),
  {
    key: 'balance',
    header: 'Balance',
    align: 'end',
    strong: true,
    place: 'amount',
    cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
  },
  {
    key: 'settlement',
    header: 'Settlement',
    soft: true,
    show: '84rem',
    cell: ({ kind, settlement_id }) =>
      settlement_id === null || kind === 'settlement' ? (
        '—'
      ) : (
        <Link href={`/settlements/${settlement_id}`} className="mono hover:underline">
          …{settlement_id.slice(-6)}
        </Link>
      ),
  },
  createdColumn(),
]

/** Debits and credits have a column each, and never share one with a sign. */
function side(header: string, name: 'debit' | 'credit'): Column<ListedMovement> {
  return {
    key: name,
    header,
    align: 'end',
    place: 'status',
    label: header,
    cell: ({ [name]: amount, currency }) =>
      amount === 0 ? null : <Money amount={amount} currency={currency} />,
  }
}
