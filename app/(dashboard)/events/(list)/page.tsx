import { BookOpen } from 'lucide-react'
import type { Metadata } from 'next'
import { PATH, readEvents } from '#app/(dashboard)/events/query.ts'
import { eventFilters } from '#components/events/event-filters.ts'
import { EventsTable } from '#components/events/events-table.tsx'
import { FoundList } from '#components/record/found-list.tsx'
import { CountLine } from '#components/record/list-result.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PLACE, type Query, queryOf } from '#components/ui/query.ts'
import { currentPreferences } from '#lib/auth/staff.ts'
import { browseEvents } from '#lib/domain/events/list.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Events' }

export default async function Events({ searchParams }: PageProps<'/events'>) {
  return (
    <>
      <PageHead
        title="Events"
        actions={
          <LinkButton href="/webhooks/catalogue" prefetch={false}>
            <BookOpen aria-hidden="true" /> Event catalogue
          </LinkButton>
        }
      />
      <List query={queryOf(await searchParams)} />
    </>
  )
}

async function List({ query }: { query: Query }) {
  const { time_zone: zone } = await currentPreferences()
  const now = Math.floor(Date.now() / 1000)
  const { filters, period, place, problems } = readEvents(query, { zone, now })
  const found = await readFiltered(browseEvents, { ...filters, ...place })
  const page = problems.length === 0 && found.ok ? found.value : null
  const narrowed = Object.keys(query).some((name) => !(name in PLACE) && name !== 'count')
  if (page?.items.length === 0 && !narrowed)
    return (
      <NothingYet title="No events yet" action={<LinkButton href="/orders/new">Create order</LinkButton>}>
        Changes to payments, refunds, customers and bills create events, which are sent to webhooks.
      </NothingYet>
    )
  return (
    <>
      <FilterBar
        path={PATH}
        query={query}
        filters={eventFilters(query, period)}
        result={page && <CountLine total={page.total} noun="event" />}
      />
      <FoundList
        path={PATH}
        query={query}
        nouns="events"
        size={place.count}
        page={page}
        problems={problems}
        found={found}
      >
        {(rows) => <EventsTable events={rows} />}
      </FoundList>
    </>
  )
}
