import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import { PATH, readPayouts } from '#app/(dashboard)/payouts/query.ts'
import { payoutFilters } from '#components/payouts/payout-filters.ts'
import { PAYOUT_SUMS } from '#components/payouts/payout-sums.ts'
import { PayoutTabs } from '#components/payouts/payout-tabs.tsx'
import { PayoutsTable } from '#components/payouts/payouts-table.tsx'
import { FoundList } from '#components/record/found-list.tsx'
import { ResultLine } from '#components/record/list-result.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { hrefWith, PLACE, type Query, queryOf } from '#components/ui/query.ts'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { browsePayouts } from '#lib/domain/payouts/list.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

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
              label="Create payout"
              variant="primary"
            >
              <LinkButton href={`${PATH}/new`} variant="primary" prefetch={false}>
                <Plus aria-hidden="true" /> Create payout
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
  const found = await readFiltered(browsePayouts, { ...filters, ...place })
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  if (found.value.empty) return <NoPayouts />
  const page = problems.length === 0 ? found.value : null
  return (
    <>
      <PayoutTabs path={PATH} query={query} counts={found.value.tabs} />
      <FilterBar
        path={PATH}
        query={query}
        filters={payoutFilters({ query, currency, grouping, period })}
        result={page && <ResultLine {...page} noun="payout" sums={PAYOUT_SUMS} />}
      />
      <FoundList
        path={PATH}
        query={query}
        nouns="payouts"
        size={place.count}
        page={page}
        problems={problems}
        found={found}
      >
        {(rows) => <PayoutsTable payouts={rows} now={now} />}
      </FoundList>
    </>
  )
}

function NoPayouts() {
  return (
    <NothingYet
      title="No payouts yet"
      action={<LinkButton href="/fund-accounts">View fund accounts</LinkButton>}
    >
      A payout sends money from a customer's wallet to one of their bank accounts.
    </NothingYet>
  )
}
