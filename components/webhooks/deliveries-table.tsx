import { createdColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Delivery } from '#lib/domain/webhooks/schema.ts'
import { DeliveryPill } from './webhook-pills.tsx'

/** The deliveries of an endpoint, newest event first. */
export function DeliveriesTable({ deliveries }: { deliveries: Delivery[] }) {
  return (
    <DataTable
      caption="Deliveries, newest event first"
      columns={COLUMNS}
      rows={deliveries}
      rowKey={({ event_id }) => event_id}
      rowHref={({ endpoint_id, event_id }) => `/webhooks/${endpoint_id}/deliveries/${event_id}`}
    />
  )
}

const COLUMNS: Column<Delivery>[] = [
  { key: 'event', header: 'Event', mono: true, place: 'title', cell: ({ event }) => event },
  { key: 'state', header: 'Status', place: 'status', cell: ({ state }) => <DeliveryPill state={state} /> },
  {
    key: 'answer',
    header: 'Last response',
    soft: true,
    place: 'amount',
    cell: ({ last_status, last_error, last_attempt_at }) => (
      <span title={last_error ?? undefined} className="num inline-block max-w-44 truncate align-bottom">
        {last_status ?? (last_attempt_at === null ? '—' : 'no response')}
      </span>
    ),
  },
  {
    key: 'attempts',
    header: 'Attempts',
    align: 'end',
    soft: true,
    show: '52rem',
    cell: ({ attempts }) => attempts,
  },
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
