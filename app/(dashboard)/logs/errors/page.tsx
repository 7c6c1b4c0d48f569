import type { Metadata } from 'next'
import { readLog } from '#app/(dashboard)/logs/query.ts'
import { ErrorsTable } from '#components/logs/errors-table.tsx'
import { SOURCE_WORDS } from '#components/logs/log-labels.ts'
import { LogTabs } from '#components/logs/log-tabs.tsx'
import { choiceFilter, periodFilter, textFilter } from '#components/record/filter-controls.tsx'
import { Unreadable } from '#components/record/list-result.tsx'
import { NothingFound } from '#components/ui/empty-state.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { type Query, queryOf } from '#components/ui/query.ts'
import { currentPreferences } from '#lib/auth/staff.ts'
import { groupErrors } from '#lib/domain/requests/group-errors.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

const PATH = '/logs/errors'

export const metadata: Metadata = { title: 'Errors, grouped · Logs' }

export default async function GroupedErrors({ searchParams }: PageProps<'/logs/errors'>) {
  const query = queryOf(await searchParams)
  return (
    <>
      <PageHead title="Logs">
        Every API request, and every change made in the dashboard or at checkout.
      </PageHead>
      <LogTabs current="errors" />
      <Groups query={query} />
    </>
  )
}

async function Groups({ query }: { query: Query }) {
  const { time_zone: zone } = await currentPreferences()
  // A week is enough to see what keeps going wrong.
  const asked = query.period || query.from || query.to ? query : { ...query, period: '7d' }
  const { filters, period, problems } = readLog(asked, { zone, now: Math.floor(Date.now() / 1000) })
  const found = await readFiltered(groupErrors, filters)
  const groups = problems.length === 0 && found.ok ? found.value : null
  return (
    <>
      <FilterBar
        path={PATH}
        query={query}
        filters={[
          { ...periodFilter(asked, period), label: 'Created' },
          textFilter(query, 'actor', 'Key or user', 'key_test_… or an email', { maxLength: 255 }),
          choiceFilter(query, 'source', 'Source', SOURCE_WORDS),
        ]}
        result={groups && `${groups.items.length}${groups.more ? ' latest' : ''} error groups`}
      />
      {groups === null ? (
        <Unreadable problems={problems} failed={found.ok ? null : found} clearHref={PATH} />
      ) : groups.items.length === 0 ? (
        <NothingFound title="No errors" clearHref={PATH}>
          No requests were rejected or failed in this period.
        </NothingFound>
      ) : (
        <ErrorsTable groups={groups.items} query={asked} />
      )}
    </>
  )
}
