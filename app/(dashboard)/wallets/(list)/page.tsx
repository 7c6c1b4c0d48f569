import type { Metadata } from 'next'
import { ExportLink } from '#app/(dashboard)/export-link.tsx'
import { PATH, readWallets } from '#app/(dashboard)/wallets/query.ts'
import { ResultLine, Unreadable } from '#components/record/list-result.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { NothingFound, NothingYet } from '#components/ui/empty-state.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { hrefWith, PLACE, type Query, queryOf } from '#components/ui/query.ts'
import { DiscontinuedNote } from '#components/wallets/discontinued-note.tsx'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { walletFilters } from '#components/wallets/wallet-filters.ts'
import { WalletsTable } from '#components/wallets/wallets-table.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { browseWallets } from '#lib/domain/wallets/list.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Wallets' }

export default async function Wallets({ searchParams }: PageProps<'/wallets'>) {
  const query = queryOf(await searchParams)
  const { account } = await requireStaff()
  if (!account.capabilities.includes('wallet')) return <NoWallets title="Wallets" />
  return (
    <>
      <PageHead
        title="Wallets"
        actions={
          <>
            <LinkButton href="/transfers?status=created" prefetch={false}>
              On hold
            </LinkButton>
            <LinkButton href="/transfers" prefetch={false}>
              Transfers
            </LinkButton>
            <ExportLink href={hrefWith(`${PATH}/export`, query, { ...PLACE, count: null })} />
          </>
        }
      />
      <DiscontinuedNote />
      <List query={query} currency={account.currency} />
    </>
  )
}

async function List({ query, currency }: { query: Query; currency: string }) {
  const { grouping } = await currentPreferences()
  const { filters, place, problems } = readWallets(query, currency)
  const found = await readFiltered(browseWallets, { ...filters, ...place })
  const page = problems.length === 0 && found.ok ? found.value : null
  const filtered = Object.values(filters).some((value) => value !== undefined) || place.after || place.before
  if (page?.total === 0 && !filtered) return <NoWalletYet />
  return (
    <>
      <FilterBar
        path={PATH}
        query={query}
        filters={walletFilters(query, currency, grouping)}
        result={
          page && (
            <ResultLine
              total={page.total}
              totals={[{ currency, amounts: { balance: page.balance } }]}
              noun="wallet"
              sums={[['balance', 'in balances']]}
            />
          )
        }
      />
      {page === null ? (
        <Unreadable problems={problems} failed={found.ok ? null : found} clearHref={PATH} />
      ) : page.items.length === 0 ? (
        <NothingFound title="No wallets match these filters" clearHref={PATH} />
      ) : (
        <>
          <WalletsTable wallets={page.items} currency={currency} />
          <Pager
            path={PATH}
            query={query}
            size={place.count}
            firstId={page.items[0]?.customer_id}
            lastId={page.items.at(-1)?.customer_id}
            hasNewer={page.has_newer}
            hasOlder={page.has_older}
          >
            {page.items.length} of {new Intl.NumberFormat('en-IN').format(page.total)}
          </Pager>
        </>
      )}
    </>
  )
}

function NoWalletYet() {
  return (
    <NothingYet
      title="No wallets yet"
      action={
        <LinkButton href="/customers" variant="primary">
          View customers
        </LinkButton>
      }
    >
      The first transfer to a customer with a valid Indian mobile number creates the wallet. Open a customer
      to add cashback, or a captured payment to transfer money.
    </NothingYet>
  )
}
