import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { transferWord } from '#components/transfers/transfer-pill.tsx'
import { TransfersTable } from '#components/transfers/transfers-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { TRANSFER_FILTERS } from '#lib/domain/transfers/filters.ts'
import { listTransfersForDashboard } from '#lib/domain/transfers/list.ts'
import { TRANSFER_STATUSES } from '#lib/domain/transfers/schema.ts'
import { hasWallets } from '#lib/values/capability.ts'

export const transferList = staffList({
  path: '/transfers',
  title: 'Transfers',
  noun: 'transfer',
  cursor: 'transfer',
  operation: listTransfersForDashboard,
  exported: true,
  instead: (account) => !hasWallets(account) && <NoWallets title="Transfers" />,
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      ...TRANSFER_STATUSES.map((status) => ({ count: status, label: transferWord(status), set: { status } })),
    ],
  },
  filters: TRANSFER_FILTERS,
  sums: [
    ['processed', 'transferred'],
    ['reversed', 'reversed'],
    ['on_hold', 'on hold'],
  ],
  sort: ['amount', 'created'],
  table: (transfers, { now }, kit) => <TransfersTable kit={kit} transfers={transfers} now={now} />,
  actions: (draw) => (
    <>
      <LinkButton href="/wallets">Wallets</LinkButton>
      <Export list={{ path: '/transfers' }} draw={draw} />
    </>
  ),
  nothing: () => (
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
  ),
})
