import type { Metadata } from 'next'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import { PATH } from '#app/(dashboard)/payments/query.ts'
import { FoundCustomers } from '#components/customers/found-customers.tsx'
import { paymentFilters } from '#components/payments/payment-filters.tsx'
import { PAYMENT_SUMS } from '#components/payments/payment-sums.ts'
import { isTabbed, PaymentTabs } from '#components/payments/payment-tabs.tsx'
import { PaymentsTable } from '#components/payments/payments-table.tsx'
import { ResultLine, Shown } from '#components/record/list-result.tsx'
import { NewerPill } from '#components/record/newer-pill.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { NothingFound, NothingYet } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { hrefWith, PLACE } from '#components/ui/query.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { listOf } from './list.ts'

export const metadata: Metadata = { title: 'Payments' }

/** A panel of many filters stands in two columns; on a phone it is as wide as the page. */
const LONG_PANEL = [
  'desk:[&_.filter-panel:has(fieldset:nth-of-type(4))]:w-150 desk:[&_.filter-panel:has(fieldset:nth-of-type(4))]:max-w-none',
  'desk:[&_.filter-panel:has(fieldset:nth-of-type(4))]:grid-cols-2 [&_.filter-panel_button]:col-span-full',
  'max-desk:[&_form]:relative max-desk:[&_form>div]:static max-desk:[&_details]:static',
  'max-desk:[&_.filter-panel]:w-full max-desk:[&_.filter-panel]:max-w-none',
].join(' ')

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }
type List = Awaited<ReturnType<typeof listOf>>

export default async function Payments({ searchParams }: Props) {
  const list = await listOf(await searchParams)
  const { query, address, account, grouping, now, found } = list
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  if (found.value.empty && Object.keys(query).length === 0) return <FirstStep />
  const page = address.problems.length === 0 ? found.value : null
  const filters = paymentFilters({
    query,
    currency: account.currency,
    grouping,
    period: address.period,
    tabbed: isTabbed(query),
  })
  return (
    <>
      <PageHead
        title="Payments"
        actions={
          <>
            {page && <ExportLink href={hrefWith(`${PATH}/export`, query, { ...PLACE, count: null })} />}
            <CreateOrder />
          </>
        }
      />
      <PaymentTabs
        path={PATH}
        query={query}
        counts={found.value.tabs}
        nextCaptureBy={found.value.next_capture_by}
        now={now}
      />
      <div className={LONG_PANEL}>
        <FilterBar
          path={PATH}
          query={query}
          filters={filters}
          result={page && <ResultLine {...page} noun="payment" sums={PAYMENT_SUMS} />}
        />
      </div>
      {list.people && (
        <FoundCustomers customers={list.people.items} total={list.people.total} q={query.q ?? ''} />
      )}
      <Rows list={list} page={page} />
    </>
  )
}

/** Payments begin with an order. */
async function CreateOrder() {
  const { permissions } = await requireStaff()
  return (
    <Permitted
      allowed={permissions.has('orders:write')}
      permission="orders:write"
      label="Create order"
      variant="primary"
    >
      <LinkButton href="/orders/new" variant="primary" prefetch={false}>
        Create order
      </LinkButton>
    </Permitted>
  )
}

type Page = Extract<List['found'], { ok: true }>['value']

function Rows({ list: { query, address, now }, page }: { list: List; page: Page | null }) {
  const cleared = hrefWith(PATH, {})
  if (page === null) return <Unreadable problems={address.problems} clearHref={cleared} />
  const { items, total, above, has_newer, has_older } = page
  const first = items[0]
  const newer = <NewerPill than={first?.id ?? null} href={hrefWith(PATH, query, PLACE)} noun="payment" />
  if (!first) {
    return (
      <>
        {!has_newer && newer}
        <NothingFound title="No payments match" clearHref={cleared} />
      </>
    )
  }
  return (
    <div className="relative">
      {!has_newer && newer}
      <PaymentsTable payments={items} now={now} />
      <Pager
        path={PATH}
        query={query}
        size={address.count}
        firstId={first.id}
        lastId={items.at(-1)?.id}
        hasNewer={has_newer}
        hasOlder={has_older}
      >
        <Shown above={above} count={items.length} total={total} />
      </Pager>
    </div>
  )
}

/** A filter that cannot be read shows no rows: rows that it did not filter would be taken for those that it found. */
function Unreadable({ problems, clearHref }: { problems: string[]; clearHref: string }) {
  return (
    <>
      <Notice tone="bad" role="alert" title="Invalid filter">
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Notice>
      <NothingFound title="No results" clearHref={clearHref}>
        Correct the filter above, or clear it to see all payments.
      </NothingFound>
    </>
  )
}

function FirstStep() {
  return (
    <>
      <PageHead title="Payments" />
      <div className="relative">
        <NewerPill than={null} href={PATH} noun="payment" />
        <NothingYet title="No payments yet" action={<CreateOrder />}>
          Payments are made for orders. Create an order and open its checkout page; the payment appears here.
        </NothingYet>
      </div>
    </>
  )
}
