import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { EventsTable } from '#components/events/events-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { BookOpen } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { EVENT_FILTERS } from '#lib/domain/events/filters.ts'
import { listEventsForDashboard } from '#lib/domain/events/list.ts'

export const eventList = staffList({
  path: '/events',
  title: 'Events',
  noun: 'event',
  cursor: 'event',
  operation: listEventsForDashboard,
  exported: true,
  filters: EVENT_FILTERS,
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
