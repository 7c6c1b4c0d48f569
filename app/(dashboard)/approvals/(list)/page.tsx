import type { Metadata } from 'next'
import { PATH, readApprovals } from '#app/(dashboard)/approvals/query.ts'
import { approvalFilters } from '#components/approvals/approval-filters.ts'
import { APPROVAL_SUMS } from '#components/approvals/approval-sums.ts'
import { ApprovalTabs } from '#components/approvals/approval-tabs.tsx'
import { ApprovalsTable } from '#components/approvals/approvals-table.tsx'
import { FoundList } from '#components/record/found-list.tsx'
import { ResultLine } from '#components/record/list-result.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { type Query, queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { browseApprovals } from '#lib/domain/approvals/list.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

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
          ? 'Requests that need a second person. They expire after 24 hours.'
          : 'Requests by you or your apps that someone else decides.'}
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
  const found = await readFiltered(browseApprovals, { ...filters, ...place })
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  if (found.value.empty) return <NoApprovals maySet={permissions.has('business:write')} />
  const page = problems.length === 0 ? found.value : null
  return (
    <>
      <ApprovalTabs path={PATH} query={query} counts={found.value.tabs} />
      <FilterBar
        path={PATH}
        query={query}
        filters={approvalFilters({ query, currency, grouping, period })}
        result={page && <ResultLine {...page} noun="approval" sums={APPROVAL_SUMS} />}
      />
      <FoundList
        path={PATH}
        query={query}
        nouns="approvals"
        size={place.count}
        page={page}
        problems={problems}
        found={found}
      >
        {(rows) => <ApprovalsTable approvals={rows} now={now} />}
      </FoundList>
    </>
  )
}

function NoApprovals({ maySet }: { maySet: boolean }) {
  return (
    <NothingYet
      title="No approvals yet"
      action={maySet && <LinkButton href="/settings/approvals">Set thresholds</LinkButton>}
    >
      Requests above a limit or threshold wait here until someone approves or rejects them.
    </NothingYet>
  )
}
