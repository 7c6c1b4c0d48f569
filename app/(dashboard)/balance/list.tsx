import { Export, readTrend, staffList } from '#app/(dashboard)/list-page.tsx'
import { NextSettlement } from '#app/(dashboard)/settlements/next-settlement.tsx'
import { BalancePicture } from '#components/balance/balance-picture.tsx'
import { BalanceTabs } from '#components/balance/balance-tabs.tsx'
import { GROUP_LABELS } from '#components/balance/movement-labels.ts'
import { MovementsTable } from '#components/balance/movements-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { listBalanceMovementsForDashboard, MOVEMENT_FILTERS } from '#lib/domain/balance/list.ts'
import { MovementGroup } from '#lib/domain/balance/schema.ts'
import { fetchBalanceTrend } from '#lib/domain/balance/trend.ts'

export const balanceList = staffList({
  path: '/balance',
  title: 'Balance',
  noun: 'movement',
  cursor: 'ledger_transaction',
  operation: listBalanceMovementsForDashboard,
  exported: true,
  picture: async (filters, draw) => {
    const trend = await readTrend(fetchBalanceTrend, filters, draw)
    return trend && <BalancePicture trend={trend} currency={draw.currency} />
  },
  top: () => <BalanceTabs current="movements" />,
  lead: ({ currency }, page) =>
    page && (
      <>
        <p className="mr-3 inline">
          <Money amount={page.balance} currency={currency} className="text-lead font-semibold text-ink" /> in
          your balance now
        </p>
        <NextSettlement className="inline" />
      </>
    ),
  tabs: {
    label: 'Kind',
    chips: true,
    of: [
      { count: 'all', label: 'All' },
      ...MovementGroup.options.map((group) => ({
        count: group,
        label: GROUP_LABELS[group],
        set: { group },
      })),
    ],
  },
  filters: MOVEMENT_FILTERS,
  sums: [
    ['credit', 'credited'],
    ['debit', 'debited'],
    ['fee', 'in fees and tax'],
  ],
  table: (movements, _, kit) => <MovementsTable kit={kit} movements={movements} />,
  actions: (draw) => <Export list={{ path: '/balance' }} draw={draw} />,
  nothing: () => (
    <NothingYet title="No movements yet" action={<LinkButton href="/payments">View payments</LinkButton>}>
      Captured payments, refunds, transfers and settlements change your balance. Each of them is listed here.
    </NothingYet>
  ),
})
