import type { Metadata } from 'next'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import { PATH, readOrders } from '#app/(dashboard)/orders/query.ts'
import { orderFilters } from '#components/orders/order-filters.ts'
import { ORDER_SUMS } from '#components/orders/order-sums.ts'
import { OrderTabs } from '#components/orders/order-tabs.tsx'
import { OrdersTable } from '#components/orders/orders-table.tsx'
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
import { browseOrders } from '#lib/domain/orders/browse.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Orders' }

export default async function Orders({ searchParams }: PageProps<'/orders'>) {
  const query = queryOf(await searchParams)
  return (
    <>
      <PageHead title="Orders" actions={<Actions query={query} />} />
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
        allowed={permissions.has('orders:write')}
        permission="orders:write"
        label="Create order"
        variant="primary"
      >
        <LinkButton href={`${PATH}/new`} variant="primary">
          Create order
        </LinkButton>
      </Permitted>
    </>
  )
}

async function List({ query }: { query: Query }) {
  const [{ account }, preferences] = await Promise.all([requireStaff(), currentPreferences()])
  const now = Math.floor(Date.now() / 1000)
  const { filters, period, place, problems } = readOrders(query, {
    currency: account.currency,
    zone: preferences.time_zone,
    now,
  })
  const found = await readFiltered(browseOrders, { ...filters, ...place })
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  if (found.value.empty) return <NoOrders />
  const bar = orderFilters({ query, currency: account.currency, grouping: preferences.grouping, period })
  const page = problems.length === 0 ? found.value : null
  return (
    <>
      <OrderTabs path={PATH} query={query} counts={found.value.tabs} />
      <FilterBar
        path={PATH}
        query={query}
        filters={bar}
        result={page && <ResultLine {...page} noun="order" sums={ORDER_SUMS} />}
      />
      <FoundList
        path={PATH}
        query={query}
        nouns="orders"
        size={place.count}
        page={page}
        problems={problems}
        found={found}
      >
        {(rows) => <OrdersTable orders={rows} now={now} />}
      </FoundList>
    </>
  )
}

async function NoOrders() {
  const { permissions } = await requireStaff()
  return (
    <NothingYet
      title="No orders yet"
      action={
        permissions.has('orders:write') && (
          <LinkButton href={`${PATH}/new`} variant="primary">
            Create order
          </LinkButton>
        )
      }
    >
      An order requests one payment from a payer. Create an order here or with the API, then send its checkout
      link.
    </NothingYet>
  )
}
