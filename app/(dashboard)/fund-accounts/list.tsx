import { revealFundAccountAction, updateFundAccountAction } from '#app/(dashboard)/fund-accounts/actions.ts'
import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { FundAccountsTable } from '#components/fund-accounts/fund-accounts-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Plus } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { hrefWith } from '#components/ui/query.ts'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { FUND_ACCOUNT_FILTERS } from '#lib/domain/fund-accounts/filters.ts'
import { listFundAccountsForDashboard } from '#lib/domain/fund-accounts/list.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { hasWallets } from '#lib/values/capability.ts'

export const fundAccountList = staffList({
  path: '/fund-accounts',
  title: 'Fund accounts',
  noun: 'fund account',
  cursor: 'fund_account',
  operation: listFundAccountsForDashboard,
  exported: true,
  instead: (account) => !hasWallets(account) && <NoWallets title="Fund accounts" />,
  filters: FUND_ACCOUNT_FILTERS,
  table: (accounts, { may }, kit) => (
    <FundAccountsTable
      kit={kit}
      accounts={accounts}
      may={may}
      reveal={revealFundAccountAction}
      setActive={updateFundAccountAction}
      open={openForm}
    />
  ),
  actions: (draw) => (
    <>
      <Export list={{ path: '/fund-accounts' }} draw={draw} />
      <Create
        draw={draw}
        permission={createFundAccount.permission}
        href={hrefWith('/fund-accounts/new', draw.query.customer ? { customer: draw.query.customer } : {})}
        label="Create fund account"
        icon={<Plus aria-hidden="true" />}
      />
    </>
  ),
  lead: () => "Customers' bank accounts for payouts.",
  nothing: () => (
    <NothingYet
      title="No fund accounts yet"
      action={<LinkButton href="/customers">View customers</LinkButton>}
    >
      A fund account is a customer's bank account that receives payouts from the customer's wallet.
    </NothingYet>
  ),
})
