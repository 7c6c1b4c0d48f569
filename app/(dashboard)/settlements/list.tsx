import { Export, readTrend, staffList } from '#app/(dashboard)/list-page.tsx'
import { SettlementPicture } from '#components/settlements/settlement-picture.tsx'
import { SettlementsTable } from '#components/settlements/settlements-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { SETTLEMENT_FILTERS } from '#lib/domain/settlements/filters.ts'
import { listSettlementsForDashboard } from '#lib/domain/settlements/list.ts'
import { fetchSettlementSettings } from '#lib/domain/settlements/settings.ts'
import { fetchSettlementTrend } from '#lib/domain/settlements/trend.ts'
import { tryRead } from '#lib/surfaces/page.ts'

export const settlementList = staffList({
  path: '/settlements',
  title: 'Settlements',
  noun: 'settlement',
  cursor: 'settlement',
  operation: listSettlementsForDashboard,
  exported: true,
  picture: async (filters, draw) => {
    const [trend, settings] = await Promise.all([
      readTrend(fetchSettlementTrend, filters, draw),
      tryRead(fetchSettlementSettings, {}),
    ])
    const next = settings.ok ? settings.value.next : null
    return trend && <SettlementPicture trend={trend} next={next} currency={draw.currency} />
  },
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      { count: 'created', label: 'Created', set: { status: 'created' } },
      { count: 'processed', label: 'Processed', set: { status: 'processed' } },
      { count: 'failed', label: 'Failed', set: { status: 'failed' } },
    ],
  },
  filters: SETTLEMENT_FILTERS,
  sums: [
    ['processed', 'settled'],
    ['created', 'at the bank'],
    ['failed', 'failed', undefined, 'alone'],
  ],
  sort: ['amount', 'created'],
  table: (settlements, _, kit) => <SettlementsTable kit={kit} settlements={settlements} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/settlements' }} draw={draw} />
      <LinkButton href="/settlements/bank-statements">Bank statements</LinkButton>
      <LinkButton href="/settlements/schedule">Schedule</LinkButton>
    </>
  ),
  nothing: () => (
    <NothingYet
      title="No settlements yet"
      action={<LinkButton href="/settlements/schedule">Set the schedule</LinkButton>}
    >
      A settlement pays captured payments to your bank account, less fees, tax, refunds and transfers.
    </NothingYet>
  ),
})
