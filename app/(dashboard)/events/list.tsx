import { BookOpen } from 'lucide-react'
import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { EventsTable } from '#components/events/events-table.tsx'
import { choice, period, text } from '#components/shared/list/filters.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { listEventsForDashboard } from '#lib/domain/events/list.ts'
import { EVENT_PARAMS } from '#lib/domain/events/schema/list-params.ts'
import { EVENT_NAMES } from '#lib/domain/events/schema.ts'

const NAMES = Object.fromEntries(EVENT_NAMES.map((name) => [name, name]))

export const eventList = staffList({
  path: '/events',
  title: 'Events',
  noun: 'event',
  cursor: 'event',
  operation: listEventsForDashboard,
  exported: true,
  filters: [
    choice(EVENT_PARAMS.event, { label: 'Event', choices: NAMES }),
    text(EVENT_PARAMS.object, { label: 'About', placeholder: 'pay_…' }),
    period(),
  ],
  sort: ['created'],
  table: (events, _, kit) => <EventsTable kit={kit} events={events} />,
  actions: (draw) => (
    <>
      <LinkButton href="/webhooks/catalogue">
        <BookOpen aria-hidden="true" /> Event catalogue
      </LinkButton>
      <Export list={{ path: '/events' }} draw={draw} />
    </>
  ),
  nothing: () => (
    <NothingYet title="No events yet" action={<LinkButton href="/orders/new">Create order</LinkButton>}>
      Every change to a payment, refund, customer or bill creates an event and is sent to your webhooks.
    </NothingYet>
  ),
})
