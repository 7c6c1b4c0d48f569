import { createdColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Delivery } from '#lib/domain/webhooks/schema.ts'
import { DELIVERY_COLUMNS } from './delivery-columns.tsx'

/** The deliveries of an endpoint, newest event first. */
export function DeliveriesTable({ deliveries, kit }: { deliveries: Delivery[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Deliveries, newest event first"
      columns={COLUMNS}
      rows={deliveries}
      rowKey={({ event_id }) => event_id}
      rowHref={({ endpoint_id, event_id }) => `/webhooks/${endpoint_id}/deliveries/${event_id}`}
    />
  )
}

const COLUMNS: Column<Delivery>[] = [
  DELIVERY_COLUMNS.event,
  DELIVERY_COLUMNS.state,
  DELIVERY_COLUMNS.response,
  DELIVERY_COLUMNS.attempts,
  {
    key: 'object',
    header: 'Object',
    mono: true,
    soft: true,
    show: '52rem',
    place: 'detail',
    cell: ({ object_id }) => object_id ?? '—',
  },
  {
    key: 'next',
    header: 'Next attempt',
    soft: true,
    show: '60rem',
    cell: ({ due_at }) => (due_at === null ? <span className="text-ink-3">none</span> : <Time at={due_at} />),
  },
  createdColumn(),
]
