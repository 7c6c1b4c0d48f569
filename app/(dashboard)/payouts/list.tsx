import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { PayoutsTable } from '#components/payouts/payouts-table.tsx'
import type { Draw } from '#components/shared/list/list.ts'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Plus } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { listFundAccountsForDashboard } from '#lib/domain/fund-accounts/list.ts'
import { createPayout } from '#lib/domain/payouts/create.ts'
import { PAYOUT_FILTERS } from '#lib/domain/payouts/filters.ts'
import { listPayoutsForDashboard } from '#lib/domain/payouts/list.ts'
import { hasWallets } from '#lib/values/capability.ts'

export const payoutList = staffList({
  path: '/payouts',
  title: 'Payouts',
  noun: 'payout',
  cursor: 'payout',
  operation: listPayoutsForDashboard,
  exported: true,
  instead: (account) => !hasWallets(account) && <NoWallets title="Payouts" />,
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      { count: 'processing', label: 'Processing', set: { status: 'processing' } },
      { count: 'processed', label: 'Processed', set: { status: 'processed' } },
      { count: 'reversed', label: 'Reversed', set: { status: 'reversed' } },
    ],
  },
  filters: PAYOUT_FILTERS,
  sums: [
    ['processed', 'paid out'],
    ['processing', 'processing'],
    ['reversed', 'reversed', undefined, 'alone'],
  ],
  sort: ['amount', 'created'],
  table: (payouts, { now }, kit) => <PayoutsTable kit={kit} payouts={payouts} now={now} />,
  actions: (draw) => (
    <>
      <FundAccounts draw={draw} label="Fund accounts" />
      <Export list={{ path: '/payouts' }} draw={draw} />
      <Create
        draw={draw}
        permission={createPayout.permission}
        href="/payouts/new"
        label="Create payout"
        icon={<Plus aria-hidden="true" />}
      />
    </>
  ),
  nothing: (draw) => (
    <NothingYet title="No payouts yet" action={<FundAccounts draw={draw} label="View fund accounts" />}>
      A payout sends money from a customer's wallet to one of their bank accounts.
    </NothingYet>
  ),
})

const { permission } = listFundAccountsForDashboard

function FundAccounts({ draw, label }: { draw: Pick<Draw, 'may'>; label: string }) {
  return (
    <Permitted allowed={draw.may(permission)} permission={permission} label={label}>
      <LinkButton href="/fund-accounts">{label}</LinkButton>
    </Permitted>
  )
}
