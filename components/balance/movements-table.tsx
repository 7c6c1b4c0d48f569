import { createdColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import type { ListedMovement } from '#lib/domain/balance/schema.ts'
import { MOVEMENT_KIND_LABELS } from '#lib/domain/balance/schema.ts'
import { adjustmentReason, recordOf, sourceHref } from './movement-labels.ts'

type MovementsTableProps = {
  kit?: TableKit
  movements: ListedMovement[]
}

/** The movements of the balance: gross, fee and tax, debit or credit, and the balance after each. */
export function MovementsTable({ movements, kit }: MovementsTableProps) {
  return (
    <DataTable
      kit={kit}
      caption="Movements of the balance, newest first"
      columns={COLUMNS}
      rows={movements}
      rowKey={(movement) => movement.id}
      rowHref={(movement) => sourceHref(movement.source)}
    />
  )
}

const COLUMNS: Column<ListedMovement>[] = [
  {
    key: 'kind',
    header: 'Movement',
    place: 'title',
    cell: (movement) => {
      const reason = adjustmentReason(movement)
      return (
        <>
          {MOVEMENT_KIND_LABELS[movement.kind]}
          {reason !== null && (
            <span className="block max-w-72 text-small font-normal whitespace-normal text-ink-2">
              {reason}
            </span>
          )}
        </>
      )
    },
  },
  { key: 'source', header: 'Record', mono: true, soft: true, cell: ({ source }) => recordOf(source) },
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
    place: 'status',
    label: 'Balance',
    cell: ({ balance, currency }) => (
      <span className="folded:text-ink-2 @min-[40rem]/rows:font-[580]">
        <Money amount={balance} currency={currency} />
      </span>
    ),
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
  createdColumn('detail'),
]

/**
 * Debits and credits have a column each, and never share one with a sign. Where rows fold there are no columns: the one
 * amount has its sign there. A movement that changes nothing is a credit of zero.
 */
function side(header: string, name: 'debit' | 'credit'): Column<ListedMovement> {
  const [sign, spoken] = name === 'credit' ? ['+', 'plus'] : ['\u2212', 'minus']
  return {
    key: name,
    header,
    align: 'end',
    place: 'amount',
    cell: (movement) => {
      const { [name]: amount, currency, debit } = movement
      if (amount === 0 && (name === 'debit' || debit !== 0)) return null
      return (
        <span className="whitespace-nowrap folded:font-[580]">
          <span className="@min-[40rem]/rows:hidden">
            <span aria-hidden="true">{sign}</span>
            <span className="sr-only">{spoken} </span>
          </span>
          <Money amount={amount} currency={currency} />
        </span>
      )
    },
  }
}
