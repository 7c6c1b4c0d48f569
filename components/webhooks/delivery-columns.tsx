import type { Column } from '#components/ui/data-table.tsx'
import type { Delivery } from '#lib/domain/webhooks/schema.ts'
import { DeliveryPill } from './webhook-pills.tsx'

export const DELIVERY_COLUMNS = {
  event: { key: 'event', header: 'Event', mono: true, place: 'title', cell: ({ event }) => event },
  state: {
    key: 'state',
    header: 'Status',
    place: 'status',
    cell: ({ state }) => <DeliveryPill state={state} />,
  },
  response: {
    key: 'response',
    header: 'Last response',
    soft: true,
    place: 'amount',
    cell: ({ last_status, last_error, last_attempt_at }) => (
      <span title={last_error ?? undefined} className="num inline-block max-w-44 truncate align-bottom">
        {last_status ?? (last_attempt_at === null ? '—' : 'no response')}
      </span>
    ),
  },
  attempts: {
    key: 'attempts',
    header: 'Attempts',
    align: 'end',
    soft: true,
    show: '52rem',
    cell: ({ attempts }) => <span className="num">{attempts}</span>,
  },
} as const satisfies Record<string, Column<Delivery>>
