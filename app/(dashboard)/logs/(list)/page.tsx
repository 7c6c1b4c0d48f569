import { RotateCw } from 'lucide-react'
import type { Metadata } from 'next'
import { PATH, readLog } from '#app/(dashboard)/logs/query.ts'
import { logFilters } from '#components/logs/log-filters.ts'
import { LogTabs } from '#components/logs/log-tabs.tsx'
import { LogsTable } from '#components/logs/logs-table.tsx'
import { Unreadable } from '#components/record/list-result.tsx'
import { NewerPill } from '#components/record/newer-pill.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { NothingFound, NothingYet } from '#components/ui/empty-state.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { hrefWith, PLACE, type Query, queryOf } from '#components/ui/query.ts'
import { currentPreferences } from '#lib/auth/staff.ts'
import { browseRequests } from '#lib/domain/requests/list.ts'
import { MOST_COUNTED } from '#lib/domain/requests/schema.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Logs' }

export default async function Logs({ searchParams }: PageProps<'/logs'>) {
  const query = queryOf(await searchParams)
  return (
    <>
      <PageHead
        title="Logs"
        actions={
          // A document of its own: new lines also come without script.
          <a href={hrefWith(PATH, query, PLACE)} className="button">
            <RotateCw aria-hidden="true" /> Refresh
          </a>
        }
      >
        Every API request, and every change made in the dashboard or at checkout.
      </PageHead>
      <LogTabs current="requests" />
      <List query={query} />
    </>
  )
}

async function List({ query }: { query: Query }) {
  const { time_zone: zone } = await currentPreferences()
  const { filters, period, place, problems } = readLog(query, { zone, now: Math.floor(Date.now() / 1000) })
  const found = await readFiltered(browseRequests, { ...filters, ...place })
  const page = problems.length === 0 && found.ok ? found.value : null
  const shown = logFilters(query, period)
  const filtered = shown.some(({ value }) => value !== null)
  const first = page?.items[0]
  const live = page && !page.has_newer && (
    <NewerPill than={first?.id ?? null} href={hrefWith(PATH, query, PLACE)} noun="request" every={3000} />
  )
  if (page && !first && !filtered)
    return (
      <div className="relative">
        {live}
        <NoRequests />
      </div>
    )
  return (
    <>
      <FilterBar path={PATH} query={query} filters={shown} result={page && countOf(page.total)} />
      {page === null ? (
        <Unreadable problems={problems} failed={found.ok ? null : found} clearHref={PATH} />
      ) : !first ? (
        <div className="relative">
          {live}
          <NothingFound title="No requests match these filters" clearHref={PATH} />
        </div>
      ) : (
        <div className="relative">
          {live}
          <LogsTable requests={page.items} />
          <Pager
            path={PATH}
            query={query}
            size={place.count}
            firstId={first.id}
            lastId={page.items.at(-1)?.id}
            hasNewer={page.has_newer}
            hasOlder={page.has_older}
          />
        </div>
      )}
    </>
  )
}

function countOf(total: number): string {
  const figures = new Intl.NumberFormat('en-IN').format(total)
  if (total >= MOST_COUNTED) return `${figures} or more requests`
  return `${figures} ${total === 1 ? 'request' : 'requests'}`
}

function NoRequests() {
  return (
    <NothingYet
      title="No requests yet"
      action={
        <LinkButton href="/api-keys/new" variant="primary" prefetch={false}>
          Create API key
        </LinkButton>
      }
    >
      API requests appear here within seconds, with request and response bodies and without secrets.
    </NothingYet>
  )
}
