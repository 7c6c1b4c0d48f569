import { StickyNote } from 'lucide-react'
import { customerText } from '#components/payments/contact-text.ts'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Money } from '#components/ui/money.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import type { ListedOrder } from '#lib/domain/orders/schema.ts'
import { DueBar } from './due-bar.tsx'
import { OrderMark, Receipt } from './order-marks.tsx'

/** The list of orders: the id first, as the head of its row and the way to the order. */
export function OrdersTable({ orders, now }: { orders: ListedOrder[]; now: number }) {
  return (
    <DataTable
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
    { key: 'id', header: 'Order', mono: true, place: 'title', cell: (order) => order.id },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      strong: true,
      place: 'amount',
      cell: (order) => <Money amount={order.amount} currency={order.currency} />,
    },
    {
      key: 'status',
      header: 'Status',
      place: 'status',
      cell: (order) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <StatusPill kind="order" status={order.status} />
          <OrderMark order={order} now={now} />
        </span>
      ),
    },
    { key: 'paid', header: 'Paid', align: 'end', soft: true, show: 'wide', cell: (order) => <Money amount={order.amount_paid} currency={order.currency} /> },
    { key: 'due', header: 'Due', align: 'end', soft: true, show: 'medium', cell: (order) => <Due order={order} /> },
    { key: 'attempts', header: 'Attempts', align: 'end', soft: true, show: 'wide', cell: (order) => order.attempts },
    { key: 'customer', header: 'Customer', soft: true, place: 'detail', cell: (order) => customerText(order) ?? '—' },
    { key: 'receipt', header: 'Receipt', soft: true, show: 'medium', cell: (order) => <Receipt order={order} /> },
    { key: 'notes', header: <span className="sr-only">Notes</span>, soft: true, show: 'wide', cell: (order) => <NotesBadge notes={order.notes} /> },
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
      cell: (order) => <Time at={order.created_at} />,
    },
  ]
}

function Due({ order }: { order: ListedOrder }) {
  return (
    <span className="inline-flex items-center gap-2">
      <DueBar amount={order.amount} paid={order.amount_paid} />
      <Money amount={order.amount_due} currency={order.currency} />
    </span>
  )
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
