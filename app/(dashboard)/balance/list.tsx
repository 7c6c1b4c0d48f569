import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { BalanceTabs } from '#components/balance/balance-tabs.tsx'
import { GROUP_LABELS, MOVEMENT_KIND_LABELS } from '#components/balance/movement-labels.ts'
import { MovementsTable } from '#components/balance/movements-table.tsx'
import { amount, choice, hidden, period, text } from '#components/shared/list/filters.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { listBalanceMovementsForDashboard } from '#lib/domain/balance/list.ts'
import { MovementGroup, MovementKind } from '#lib/domain/balance/schema.ts'
import { param } from '#lib/filters/list-params.ts'
import { several, shortText } from '#lib/filters/param-schemas.ts'

export const balanceList = staffList({
  path: '/balance',
  title: 'Balance',
  noun: 'movement',
  cursor: 'ledger_transaction',
  operation: listBalanceMovementsForDashboard,
  exported: true,
  top: () => <BalanceTabs current="movements" />,
  above: ({ balance }, { currency }) => (
    <p className="mb-3 text-ink-2">
      <Money amount={balance} currency={currency} className="text-lead font-semibold text-ink" /> in your
      balance now
    </p>
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
  filters: [
    hidden(param('group', MovementGroup)),
    period(),
    choice(param('kind', several(MovementKind.options, 'kind')), {
      label: 'Movement',
      choices: MOVEMENT_KIND_LABELS,
    }),
    amount('Gross amount'),
    text(param('source', shortText(40, 'A record ID')), { label: 'Record', placeholder: 'pay_… or rfnd_…' }),
    text(param('settlement', shortText(40, 'A settlement ID')), {
      label: 'Settlement',
      placeholder: 'setl_…',
    }),
  ],
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
