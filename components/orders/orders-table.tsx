import { customerText } from '#components/payments/contact-text.ts'
import { amountColumn, createdColumn, idColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { StickyNote } from '#components/ui/icons.tsx'
import { Money } from '#components/ui/money.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ListedOrder } from '#lib/domain/orders/schema.ts'
import { DueBar } from './due-bar.tsx'
import { OrderState, Receipt } from './order-marks.tsx'

/** The list of orders: the id first, as the head of its row and the way to the order. */
export function OrdersTable({ orders, now, kit }: { orders: ListedOrder[]; now: number; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Orders, newest first"
      columns={columnsOf(now)}
      rows={orders}
      rowKey={(order) => order.id}
      rowHref={(order) => `/orders/${order.id}`}
    />
  )
}

function columnsOf(now: number): Column<ListedOrder>[] {
  return [
    idColumn('Order'),
    amountColumn(),
    statusColumn((order) => <OrderState order={order} now={now} />),
    {
      key: 'paid',
      header: 'Paid',
      align: 'end',
      soft: true,
      show: '84rem',
      cell: (order) => <Money amount={order.amount_paid} currency={order.currency} />,
    },
    {
      key: 'due',
      header: 'Due',
      align: 'end',
      soft: true,
      show: '60rem',
      cell: (order) => <Due order={order} />,
    },
    {
      key: 'attempts',
      header: 'Attempts',
      align: 'end',
      soft: true,
      show: '70rem',
      cell: (order) => order.attempts,
    },
    {
      key: 'customer',
      header: 'Customer',
      soft: true,
      place: 'detail',
      cell: (order) => <Customer order={order} />,
    },
    {
      key: 'receipt',
      header: 'Receipt',
      soft: true,
      show: '52rem',
      cell: (order) => <Receipt order={order} width="max-w-28" />,
    },
    {
      key: 'notes',
      header: <span className="sr-only">Notes</span>,
      soft: true,
      show: '84rem',
      cell: (order) => <NotesBadge notes={order.notes} />,
    },
    createdColumn(),
  ]
}

function Due({ order }: { order: ListedOrder }) {
  return (
    <span className="inline-grid">
      <Money amount={order.amount_due} currency={order.currency} />
      <DueBar amount={order.amount} paid={order.amount_paid} />
    </span>
  )
}

function Customer({ order }: { order: ListedOrder }) {
  return <Truncate text={customerText(order) ?? '—'} width="max-w-[calc(14cqi+var(--spare)/4)]" />
}

function NotesBadge({ notes }: { notes: ListedOrder['notes'] }) {
  const pairs = Object.entries(notes)
  if (pairs.length === 0) return null
  const text = pairs.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <span className="inline-flex items-center gap-1 text-ink-3" title={text} data-hint="">
      <StickyNote aria-hidden="true" className="size-3.5" />
      <span className="num text-small">{pairs.length}</span>
      <span className="sr-only">{pairs.length === 1 ? 'note' : 'notes'}</span>
    </span>
  )
}
