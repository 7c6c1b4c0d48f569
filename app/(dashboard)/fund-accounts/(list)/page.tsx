import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { revealNumber, setActive } from '#app/(dashboard)/fund-accounts/actions.ts'
import { PATH, readFundAccounts } from '#app/(dashboard)/fund-accounts/query.ts'
import { FundAccountsTable } from '#components/fund-accounts/fund-accounts-table.tsx'
import { choiceFilter, textFilter } from '#components/record/filter-controls.tsx'
import { FoundList } from '#components/record/found-list.tsx'
import { CountLine } from '#components/record/list-result.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { type Query, queryOf } from '#components/ui/query.ts'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { browseFundAccounts } from '#lib/domain/fund-accounts/list.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Fund accounts' }

export default async function FundAccounts({ searchParams }: PageProps<'/fund-accounts'>) {
  const [{ account, permissions }, query] = await Promise.all([requireStaff(), searchParams.then(queryOf)])
  if (!account.capabilities.includes('wallet')) return <NoWallets title="Fund accounts" />
  const { customer } = query
  return (
    <>
      <PageHead
        title="Fund accounts"
        actions={
          <Permitted
            allowed={permissions.has('fund_accounts:write')}
            permission="fund_accounts:write"
            label="Create fund account"
            variant="primary"
          >
            <LinkButton
              href={`${PATH}/new${customer ? `?${new URLSearchParams({ customer })}` : ''}`}
              variant="primary"
              prefetch={false}
            >
              <Plus aria-hidden="true" /> Create fund account
            </LinkButton>
          </Permitted>
        }
      >
        Customers' bank accounts for payouts.
      </PageHead>
      <List query={query} />
    </>
  )
}

async function List({ query }: { query: Query }) {
  const { permissions } = await requireStaff()
  const { filters, place, problems } = readFundAccounts(query)
  const found = await readFiltered(browseFundAccounts, { ...filters, ...place })
  const page = problems.length === 0 && found.ok ? found.value : null
  const filtered = Object.values(filters).some((value) => value !== undefined)
  if (page?.total === 0 && !filtered) return <NoAccounts />
  const bar = [
    textFilter(query, 'customer', 'Customer', 'cust_…'),
    choiceFilter(query, 'active', 'Status', { true: 'active', false: 'inactive' }),
    ...(query.id ? [textFilter(query, 'id', 'ID', 'fa_…')] : []),
  ]
  return (
    <>
      <FilterBar
        path={PATH}
        query={query}
        filters={bar}
        result={page && <CountLine total={page.total} noun="fund account" />}
      />
      <FoundList
        path={PATH}
        query={query}
        nouns="fund accounts"
        size={place.count}
        page={page}
        problems={problems}
        found={found}
      >
        {(rows) => (
          <FundAccountsTable
            accounts={rows}
            may={(permission) => permissions.has(permission)}
            actions={{ reveal: revealNumber, setActive }}
          />
        )}
      </FoundList>
    </>
  )
}

function NoAccounts() {
  return (
    <NothingYet
      title="No fund accounts yet"
      action={<LinkButton href="/customers">View customers</LinkButton>}
    >
      A fund account is a customer's bank account that receives payouts from the customer's wallet.
    </NothingYet>
  )
}
