import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { DeliveriesTable } from '#components/webhooks/deliveries-table.tsx'
import { DELIVERY_LOOKS, isMoving } from '#components/webhooks/webhook-labels.ts'
import { DELIVERY_FILTERS, listDeliveriesForDashboard } from '#lib/domain/webhooks/list.ts'
import { DELIVERY_STATES } from '#lib/domain/webhooks/schema.ts'

/** The deliveries to an endpoint: the first tab of its page. */
export const deliveryList = (id: string) =>
  staffList({
    path: `/webhooks/${id}`,
    title: 'Deliveries',
    noun: 'delivery',
    nouns: 'deliveries',
    cursor: 'event',
    keyOf: ({ event_id }) => event_id,
    operation: listDeliveriesForDashboard,
    parent: { id },
    ignored: ['replayed'],
    tabs: {
      label: 'Status',
      chips: true,
      of: [
        { count: 'all', label: 'All' },
        ...DELIVERY_STATES.map((state) => ({
          count: state,
          label: DELIVERY_LOOKS[state].word,
          set: { state },
        })),
      ],
    },
    filters: DELIVERY_FILTERS,
    above: (_, draw) => (
      <div className="mb-2.5 flex justify-end">
        <Export list={{ path: `/webhooks/${id}` }} draw={draw} />
      </div>
    ),
    table: (deliveries, { now }) => (
      <>
        <DeliveriesTable deliveries={deliveries} />
        {deliveries.some((delivery) => isMoving(delivery, now)) && <AutoRefresh seconds={3} />}
      </>
    ),
    nothing: () => (
      <p className="py-6 text-ink-2">
        No deliveries yet. The next subscribed event appears here. Use “Send event” to send one now.
      </p>
    ),
  })
