import { z } from 'zod'
import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { choice, period, tabbed, text } from '#components/shared/list/filters.tsx'
import { DeliveriesTable } from '#components/webhooks/deliveries-table.tsx'
import { DELIVERY_LOOKS, isMoving, RESPONSE_CLASSES } from '#components/webhooks/webhook-labels.ts'
import { EVENT_NAMES, OTHER_SPELLINGS } from '#lib/domain/events/schema.ts'
import { listDeliveriesForDashboard } from '#lib/domain/webhooks/list.ts'
import { DELIVERY_STATES } from '#lib/domain/webhooks/schema.ts'
import { param, severalParam } from '#lib/filters/list-params.ts'
import { several, shortText } from '#lib/filters/param-schemas.ts'

const NAMES = Object.fromEntries(EVENT_NAMES.map((name) => [name, name]))
// A second spelling of a name is what some endpoints are sent.
const Events = several([...EVENT_NAMES, ...Object.keys(OTHER_SPELLINGS)], 'event')
const Reply = z.enum(
  ['2xx', '3xx', '4xx', '5xx', 'none'],
  'Last response must be 2xx, 3xx, 4xx, 5xx or none.',
)
const Attempts = z
  .string()
  .regex(/^\d{1,3}$/, 'Attempts must be a whole number.')
  .transform(Number)

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
    filters: [
      tabbed(severalParam('state', DELIVERY_STATES, 'status')),
      choice(param('event', Events), { label: 'Event', choices: NAMES }),
      choice(param('answer', Reply), { label: 'Last response', choices: RESPONSE_CLASSES }),
      text(param('attempts', Attempts), {
        label: 'Minimum attempts',
        placeholder: '2',
        inputMode: 'numeric',
        maxLength: 3,
      }),
      text(param('object', shortText(40, 'An ID')), { label: 'Object', placeholder: 'pay_…' }),
      period(),
    ],
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
