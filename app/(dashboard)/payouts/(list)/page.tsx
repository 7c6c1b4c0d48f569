import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import { PATH, readPayouts } from '#app/(dashboard)/payouts/query.ts'
import { payoutFilters } from '#components/payouts/payout-filters.ts'
import { PayoutTabs } from '#components/payouts/payout-tabs.tsx'
import { PayoutsTable } from '#components/payouts/payouts-table.tsx'
import { ResultLine, Shown, Unreadable } from '#components/record/list-result.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { NothingFound, NothingYet } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { hrefWith, PLACE, type Query, queryOf } from '#components/ui/query.ts'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { browsePayouts, countPayouts } from '#lib/domain/payouts/browse.ts'
import { tryRead } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Payouts' }

export default async function Payouts({ searchParams }: PageProps<'/payouts'>) {
  const [{ account, permissions }, query] = await Promise.all([requireStaff(), searchParams.then(queryOf)])
  if (!account.capabilities.includes('wallet')) return <NoWallets title="Payouts" />
  return (
    <>
      <PageHead
        title="Payouts"
        actions={
          <>
            <LinkButton href="/fund-accounts" prefetch={false}>
              Fund accounts
            </LinkButton>
            <ExportLink href={hrefWith(`${PATH}/export`, query, { ...PLACE, count: null })} />
            <Permitted
              allowed={permissions.has('payouts:write')}
              permission="payouts:write"
              label="New payout"
              variant="primary"
            >
              <LinkButton href={`${PATH}/new`} variant="primary" prefetch={false}>
                <Plus aria-hidden="true" /> New payout
              </LinkButton>
            </Permitted>
          </>
        }
      />
      <List query={query} />
    </>
  )
}

async function List({ query }: { query: Query }) {
  const [{ account }, { time_zone, grouping }] = await Promise.all([requireStaff(), currentPreferences()])
  const now = Math.floor(Date.now() / 1000)
  const { currency } = account
  const { filters, period, place, problems } = readPayouts(query, { currency, zone: time_zone, now })
  const [counts, found] = await Promise.all([
    tryRead(countPayouts, {}),
    tryRead(browsePayouts, { ...filters, ...place }),
  ])
  if (!counts.ok) return <Failure requestId={counts.request_id}>{counts.description}</Failure>
  if (counts.value.total === 0) return <NoPayouts />
  const page = problems.length === 0 && found.ok ? found.value : null
  return (
    <>
      <PayoutTabs path={PATH} query={query} counts={counts.value} />
      <FilterBar
        path={PATH}
        query={query}
        filters={payoutFilters({ query, currency, grouping, period })}
        result={page && <ResultLine {...page} noun="payout" />}
      />
      {page === null ? (
        <Unreadable problems={problems} failed={found.ok ? null : found} clearHref={PATH} />
      ) : page.items.length === 0 ? (
        <NothingFound title="No payouts match these filters" clearHref={PATH} />
      ) : (
        <>
          <PayoutsTable payouts={page.items} now={now} />
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

function NoPayouts() {
  return (
    <NothingYet
      title="No payouts yet"
      action={<LinkButton href="/fund-accounts">See fund accounts</LinkButton>}
    >
      A payout takes money from the wallet of a customer and sends it to one of their bank accounts.
    </NothingYet>
  )
}
