import type { Metadata } from 'next'
import { PATH, readCustomers } from '#app/(dashboard)/customers/query.ts'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import { customerFilters } from '#components/customers/customer-filters.ts'
import { CustomerTabs } from '#components/customers/customer-tabs.tsx'
import { CustomersTable } from '#components/customers/customers-table.tsx'
import { NotInRegion } from '#components/customers/not-in-region.tsx'
import { FoundList } from '#components/record/found-list.tsx'
import { CountLine } from '#components/record/list-result.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { hrefWith, PLACE, type Query, queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { countCustomers } from '#lib/domain/customers/count.ts'
import { browseCustomers } from '#lib/domain/customers/list.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Customers' }

export default async function Customers({ searchParams }: PageProps<'/customers'>) {
  const query = queryOf(await searchParams)
  const counts = await readFiltered(countCustomers, {})
  if (!counts.ok && counts.reason === 'not_available_in_region') return <NotInRegion title="Customers" />
  return (
    <>
      <PageHead title="Customers" actions={<Actions query={query} />} />
      {counts.ok ? (
        <List query={query} counts={counts.value} />
      ) : (
        <Failure requestId={counts.request_id}>{counts.description}</Failure>
      )}
    </>
  )
}

async function Actions({ query }: { query: Query }) {
  return (
    <>
      <ExportLink href={hrefWith(`${PATH}/export`, query, { ...PLACE, count: null })} />
      <Create label="Create customer" />
    </>
  )
}

async function Create({ label }: { label: string }) {
  const { permissions } = await requireStaff()
  return (
    <Permitted
      allowed={permissions.has('customers:write')}
      permission="customers:write"
      label={label}
      variant="primary"
    >
      <LinkButton href={`${PATH}/new`} variant="primary" prefetch={false}>
        {label}
      </LinkButton>
    </Permitted>
  )
}

type Counts = { total: number; countries: { country: string; count: number }[] }

async function List({ query, counts }: { query: Query; counts: Counts }) {
  if (counts.total === 0) return <NoCustomers />
  const { time_zone: zone } = await currentPreferences()
  const { filters, period, place, problems } = readCustomers(query, {
    zone,
    now: Math.floor(Date.now() / 1000),
  })
  const found = await readFiltered(browseCustomers, { ...filters, ...place })
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  const page = problems.length === 0 ? found.value : null
  return (
    <>
      <CustomerTabs path={PATH} query={query} counts={found.value.tabs} />
      <FilterBar
        path={PATH}
        query={query}
        filters={customerFilters({ query, period, countries: counts.countries })}
        result={page && <CountLine total={page.total} noun="customer" />}
      />
      <FoundList
        path={PATH}
        query={query}
        nouns="customers"
        size={place.count}
        page={page}
        problems={problems}
        found={found}
      >
        {(rows) => <CustomersTable customers={rows} />}
      </FoundList>
    </>
  )
}

function NoCustomers() {
  return (
    <NothingYet title="No customers yet" action={<Create label="Create customer" />}>
      A customer groups the payments, orders, bills and documents of one person or business. Payments with the
      same email and phone number are linked automatically.
    </NothingYet>
  )
}
