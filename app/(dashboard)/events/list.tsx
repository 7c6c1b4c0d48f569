import { BookOpen } from 'lucide-react'
import { staffList } from '#app/(dashboard)/list-page.tsx'
import { EventsTable } from '#components/events/events-table.tsx'
import { choice, period, text } from '#components/shared/list/filters.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { listEventsForDashboard } from '#lib/domain/events/list.ts'
import { EVENT_NAMES } from '#lib/domain/events/schema.ts'
import { param } from '#lib/values/list-params.ts'
import { several, shortText } from '#lib/values/param-schemas.ts'

const NAMES = Object.fromEntries(EVENT_NAMES.map((name) => [name, name]))

export const eventList = staffList({
  path: '/events',
  title: 'Events',
  noun: 'event',
  cursor: 'event',
  operation: listEventsForDashboard,
  filters: [
    choice(param('event', several(EVENT_NAMES, 'event')), { label: 'Event', choices: NAMES }),
    text(param('object', shortText(40, 'An id')), { label: 'About', placeholder: 'pay_…' }),
    period(),
  ],
  sort: ['created'],
  table: (events, _, kit) => <EventsTable kit={kit} events={events} />,
  actions: () => (
    <LinkButton href="/webhooks/catalogue" prefetch={false}>
      <BookOpen aria-hidden="true" /> Event catalogue
    </LinkButton>
  ),
  nothing: () => (
    <NothingYet title="No events yet" action={<LinkButton href="/orders/new">Create order</LinkButton>}>
      Whatever happens to payments, refunds, customers and bills leaves an event, and webhooks are told of it.
    </NothingYet>
  ),
})
