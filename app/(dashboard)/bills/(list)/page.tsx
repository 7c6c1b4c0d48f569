import type { Metadata } from 'next'
import { PATH, readBills } from '#app/(dashboard)/bills/query.ts'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import { billFilters } from '#components/bills/bill-filters.ts'
import { BillSearch } from '#components/bills/bill-search.tsx'
import { BILL_SUMS } from '#components/bills/bill-sums.ts'
import { BillTabs } from '#components/bills/bill-tabs.tsx'
import { BillsTable } from '#components/bills/bills-table.tsx'
import { FoundList } from '#components/record/found-list.tsx'
import { ResultLine } from '#components/record/list-result.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { hrefWith, PLACE, type Query, queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { browseBills } from '#lib/domain/bills/browse.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Bills' }

export default async function Bills({ searchParams }: PageProps<'/bills'>) {
  const query = queryOf(await searchParams)
  return (
    <>
      <PageHead title="Bills" actions={<Actions query={query} />} />
      <List query={query} />
    </>
  )
}

async function Actions({ query }: { query: Query }) {
  const { permissions } = await requireStaff()
  return (
    <>
      <ExportLink href={hrefWith(`${PATH}/export`, query, { ...PLACE, count: null })} />
      <Permitted
        allowed={permissions.has('bills:write')}
        permission="bills:write"
        label="Issue bill"
        variant="primary"
      >
        <LinkButton href={`${PATH}/new`} variant="primary">
          Issue bill
        </LinkButton>
      </Permitted>
    </>
  )
}

async function List({ query }: { query: Query }) {
  const [{ account }, preferences] = await Promise.all([requireStaff(), currentPreferences()])
  const now = Math.floor(Date.now() / 1000)
  const { filters, period, place, problems } = readBills(query, {
    currency: account.currency,
    zone: preferences.time_zone,
    now,
  })
  const found = await readFiltered(browseBills, { ...filters, ...place })
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  if (found.value.empty) return <NoBills />
  const bar = billFilters({ query, currency: account.currency, grouping: preferences.grouping, period })
  const page = problems.length === 0 ? found.value : null
  return (
    <>
      <BillTabs path={PATH} query={query} counts={found.value.tabs} />
      <BillSearch path={PATH} query={query} />
      <FilterBar
        path={PATH}
        query={query}
        filters={bar}
        result={page && <ResultLine {...page} noun="bill" sums={BILL_SUMS} />}
      />
      <FoundList
        path={PATH}
        query={query}
        nouns="bills"
        size={place.count}
        page={page}
        problems={problems}
        found={found}
      >
        {(rows) => <BillsTable bills={rows} />}
      </FoundList>
    </>
  )
}

async function NoBills() {
  const { permissions } = await requireStaff()
  return (
    <NothingYet
      title="No bills yet"
      action={
        permissions.has('bills:write') && (
          <LinkButton href={`${PATH}/new`} variant="primary">
            Issue bill
          </LinkButton>
        )
      }
    >
      A bill lists the items and the total on a public page that the customer can print and download. Issue
      bills here or with the API: POST /v1/bills.
    </NothingYet>
  )
}
