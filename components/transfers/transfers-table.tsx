import { amountColumn, createdColumn, idColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { shortened } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'
import { HoldEnd } from './hold-end.tsx'
import { TransferPill } from './transfer-pill.tsx'

/** The list of transfers: the id first, as the head of its row and the way to the transfer. */
export function TransfersTable({
  transfers,
  now,
  kit,
}: {
  transfers: ListedTransfer[]
  now: number
  kit?: TableKit
}) {
  return (
    <DataTable
      kit={kit}
      caption="Transfers, newest first"
      columns={columnsOf(now)}
      rows={transfers}
      rowKey={(transfer) => transfer.id}
      rowHref={(transfer) => `/transfers/${transfer.id}`}
    />
  )
}

function columnsOf(now: number): Column<ListedTransfer>[] {
  return [
    idColumn('Transfer'),
    amountColumn(),
    statusColumn((transfer) => <TransferPill status={transfer.status} />),
    {
      key: 'hold',
      header: 'On hold until',
      soft: true,
      show: '52rem',
      cell: (transfer) => <HoldEnd transfer={transfer} now={now} />,
    },
    {
      key: 'customer',
      header: 'Customer',
      soft: true,
      place: 'detail',
      cell: (transfer) => <Customer transfer={transfer} />,
    },
    {
      key: 'source',
      header: 'From',
      soft: true,
      show: '60rem',
      cell: (transfer) => <Source transfer={transfer} />,
    },
    {
      key: 'reversed',
      header: 'Reversed',
      align: 'end',
      soft: true,
      show: '60rem',
      cell: (transfer) =>
        transfer.amount_reversed === 0 ? (
          '—'
        ) : (
          <Money amount={transfer.amount_reversed} currency={transfer.currency} />
        ),
    },
    createdColumn(),
  ]
}

function Customer({ transfer }: { transfer: ListedTransfer }) {
  const name = transfer.customer_name ?? shortened(transfer.recipient)
  return (
    <Link
      href={`/customers/${transfer.recipient}?tab=wallet`}
      title={`${name} · ${transfer.recipient}`}
      className="inline-block max-w-[calc(11rem+var(--spare)/4)] link truncate align-bottom"
    >
      {name}
    </Link>
  )
}

function Source({ transfer: { source } }: { transfer: ListedTransfer }) {
  if (!source.startsWith('pay_')) return <>Balance</>
  return (
    <Link href={`/payments/${source}`} title={source} className="mono hover:underline">
      {`…${source.slice(-6)}`}
    </Link>
  )
}
