import type { Metadata } from 'next'
import { PATH, readApprovals } from '#app/(dashboard)/approvals/query.ts'
import { approvalFilters } from '#components/approvals/approval-filters.ts'
import { ApprovalTabs } from '#components/approvals/approval-tabs.tsx'
import { ApprovalsTable } from '#components/approvals/approvals-table.tsx'
import { ResultLine, Shown, Unreadable } from '#components/record/list-result.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { NothingFound, NothingYet } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { type Query, queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { browseApprovals, countApprovals } from '#lib/domain/approvals/browse.ts'
import { tryRead } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Approvals' }

export default async function Approvals({ searchParams }: PageProps<'/approvals'>) {
  const [{ permissions }, query] = await Promise.all([requireStaff(), searchParams.then(queryOf)])
  return (
    <>
      <PageHead
        title="Approvals"
        actions={
          <LinkButton href="/settings/approvals" prefetch={false}>
            Thresholds
          </LinkButton>
        }
      >
        {permissions.has('approvals:read')
          ? 'What moves money and waits for a person, for 24 hours at most.'
          : 'What you or your programs asked for and somebody else decides.'}
      </PageHead>
      <List query={query} />
    </>
  )
}

async function List({ query }: { query: Query }) {
  const [{ account, permissions }, { time_zone, grouping }] = await Promise.all([
    requireStaff(),
    currentPreferences(),
  ])
  const now = Math.floor(Date.now() / 1000)
  const { currency } = account
  const { filters, period, place, problems } = readApprovals(query, { currency, zone: time_zone, now })
  const [counts, found] = await Promise.all([
    tryRead(countApprovals, {}),
    tryRead(browseApprovals, { ...filters, ...place }),
  ])
  if (!counts.ok) return <Failure requestId={counts.request_id}>{counts.description}</Failure>
  if (counts.value.total === 0) return <NoApprovals maySet={permissions.has('business:write')} />
  const page = problems.length === 0 && found.ok ? found.value : null
  return (
    <>
      <ApprovalTabs path={PATH} query={query} counts={counts.value} />
      <FilterBar
        path={PATH}
        query={query}
        filters={approvalFilters({ query, currency, grouping, period })}
        result={page && <ResultLine {...page} noun="approval" />}
      />
      {page === null ? (
        <Unreadable problems={problems} failed={found.ok ? null : found} clearHref={PATH} />
      ) : page.items.length === 0 ? (
        <NothingFound title="No approvals match these filters" clearHref={PATH} />
      ) : (
        <>
          <ApprovalsTable approvals={page.items} now={now} />
          <Pager
            path={PATH}
            query={query}
            size={place.count}
            firstId={page.items[0]?.id}
            lastId={page.items.at(-1)?.id}
            hasNewer={page.has_newer}
            hasOlder={page.has_older}
          >
            <Shown above={page.above} count={page.items.length} total={page.total} />
          </Pager>
        </>
      )}
    </>
  )
}

function NoApprovals({ maySet }: { maySet: boolean }) {
  return (
    <NothingYet
      title="Nothing has waited for a person yet"
      action={maySet && <LinkButton href="/settings/approvals">Set thresholds</LinkButton>}
    >
      A program that would move more than it may, and a refund above a threshold, wait here until somebody
      approves or rejects them.
    </NothingYet>
  )
}
