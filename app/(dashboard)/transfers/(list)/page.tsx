import type { Metadata } from 'next'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import { PATH, readTransfers } from '#app/(dashboard)/transfers/query.ts'
import { FoundList } from '#components/record/found-list.tsx'
import { ResultLine } from '#components/record/list-result.tsx'
import { transferFilters } from '#components/transfers/transfer-filters.ts'
import { TRANSFER_SUMS } from '#components/transfers/transfer-sums.ts'
import { TransferTabs } from '#components/transfers/transfer-tabs.tsx'
import { TransfersTable } from '#components/transfers/transfers-table.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { hrefWith, PLACE, type Query, queryOf } from '#components/ui/query.ts'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { browseTransfers } from '#lib/domain/transfers/list.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Transfers' }

export default async function Transfers({ searchParams }: PageProps<'/transfers'>) {
  const query = queryOf(await searchParams)
  const { account } = await requireStaff()
  if (!account.capabilities.includes('wallet')) return <NoWallets title="Transfers" />
  return (
    <>
      <PageHead
        title="Transfers"
        actions={
          <>
            <LinkButton href="/wallets" prefetch={false}>
              Wallets
            </LinkButton>
            <ExportLink href={hrefWith(`${PATH}/export`, query, { ...PLACE, count: null })} />
          </>
        }
      />
      <List query={query} currency={account.currency} />
    </>
  )
}

async function List({ query, currency }: { query: Query; currency: string }) {
  const { time_zone: zone, grouping } = await currentPreferences()
  const now = Math.floor(Date.now() / 1000)
  const { filters, period, place, problems } = readTransfers(query, { currency, zone, now })
  const found = await readFiltered(browseTransfers, { ...filters, ...place })
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  if (found.value.empty) return <NoTransfers />
  const page = problems.length === 0 ? found.value : null
  return (
    <>
      <TransferTabs path={PATH} query={query} counts={found.value.tabs} />
      <FilterBar
        path={PATH}
        query={query}
        filters={transferFilters({ query, currency, grouping, period })}
        result={page && <ResultLine {...page} noun="transfer" sums={TRANSFER_SUMS} />}
      />
      <FoundList
        path={PATH}
        query={query}
        nouns="transfers"
        size={place.count}
        page={page}
        problems={problems}
        found={found}
      >
        {(rows) => <TransfersTable transfers={rows} now={now} />}
      </FoundList>
    </>
  )
}

function NoTransfers() {
  return (
    <NothingYet
      title="No transfers yet"
      action={
        <LinkButton href="/payments?status=captured" variant="primary">
          View captured payments
        </LinkButton>
      }
    >
      A transfer adds money to a customer's wallet, from a captured payment or as cashback from your balance.
      Open a payment or a customer to create one.
    </NothingYet>
  )
}
