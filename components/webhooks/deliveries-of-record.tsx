import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Delivery } from '#lib/domain/webhooks/schema.ts'
import { DELIVERY_COLUMNS } from './delivery-columns.tsx'

type DeliveryWithUrl = Delivery & { url: string }

/** The deliveries about one record, to whichever endpoint, with the last response. */
export function DeliveriesOfRecord({ deliveries }: { deliveries: DeliveryWithUrl[] }) {
  return (
    <DataTable
      caption="Webhook deliveries, newest event first"
      columns={COLUMNS}
      rows={deliveries}
      rowKey={({ endpoint_id, event_id }) => `${endpoint_id} ${event_id}`}
      rowHref={({ endpoint_id, event_id }) => `/webhooks/${endpoint_id}/deliveries/${event_id}`}
    />
  )
}

const COLUMNS: Column<DeliveryWithUrl>[] = [
  DELIVERY_COLUMNS.event,
  {
    key: 'url',
    header: 'Endpoint',
    soft: true,
    place: 'detail',
    cell: ({ url }) => (
      <span className="inline-block max-w-60 truncate align-bottom" title={url}>
        {url}
      </span>
    ),
  },
  DELIVERY_COLUMNS.state,
  DELIVERY_COLUMNS.response,
  DELIVERY_COLUMNS.attempts,
  {
    key: 'last',
    header: 'Last attempt',
    align: 'end',
    soft: true,
    show: '52rem',
    cell: ({ last_attempt_at }) => <Time at={last_attempt_at} />,
  },
]
