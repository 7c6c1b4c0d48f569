import type { Metadata } from 'next'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import { PATH, readRefunds } from '#app/(dashboard)/refunds/query.ts'
import { FoundList } from '#components/record/found-list.tsx'
import { ResultLine } from '#components/record/list-result.tsx'
import { refundFilters } from '#components/refunds/refund-filters.ts'
import { REFUND_SUMS } from '#components/refunds/refund-sums.ts'
import { RefundTabs } from '#components/refunds/refund-tabs.tsx'
import { RefundsTable } from '#components/refunds/refunds-table.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { hrefWith, PLACE, type Query, queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { browseRefunds } from '#lib/domain/refunds/browse.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Refunds' }

export default async function Refunds({ searchParams }: PageProps<'/refunds'>) {
  const query = queryOf(await searchParams)
  return (
    <>
      <PageHead
        title="Refunds"
        actions={<ExportLink href={hrefWith(`${PATH}/export`, query, { ...PLACE, count: null })} />}
      />
      <List query={query} />
    </>
  )
}

async function List({ query }: { query: Query }) {
  const [{ account }, { time_zone, grouping }] = await Promise.all([requireStaff(), currentPreferences()])
  const now = Math.floor(Date.now() / 1000)
  const { filters, period, place, problems } = readRefunds(query, {
    currency: account.currency,
    zone: time_zone,
    now,
  })
  const found = await readFiltered(browseRefunds, { ...filters, ...place })
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  if (found.value.empty) return <NoRefunds />
  const bar = refundFilters({ query, currency: account.currency, grouping, period })
  const page = problems.length === 0 ? found.value : null
  return (
    <>
      <RefundTabs path={PATH} query={query} counts={found.value.tabs} />
      <FilterBar
        path={PATH}
        query={query}
        filters={bar}
        result={page && <ResultLine {...page} noun="refund" sums={REFUND_SUMS} />}
      />
      <FoundList
        path={PATH}
        query={query}
        nouns="refunds"
        size={place.count}
        page={page}
        problems={problems}
        found={found}
      >
        {(rows) => <RefundsTable refunds={rows} now={now} />}
      </FoundList>
    </>
  )
}

function NoRefunds() {
  return (
    <NothingYet
      title="No refunds yet"
      action={
        <LinkButton href="/payments?status=captured" variant="primary">
          View captured payments
        </LinkButton>
      }
    >
      A refund returns all or part of a captured payment to the payer. Open a payment to refund it.
    </NothingYet>
  )
}
