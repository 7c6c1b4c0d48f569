import { staffList } from '#app/(dashboard)/list-page.tsx'
import { DifferencesTable } from '#components/gateway-checks/differences-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { DIFFERENCE_FILTERS, listDifferencesForDashboard } from '#lib/domain/gateway-checks/fetch.ts'

export const differenceList = staffList({
  path: '/settings/acquirer/differences',
  title: 'Differences from the gateway',
  noun: 'difference',
  cursor: 'gateway_difference',
  operation: listDifferencesForDashboard,
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      { count: 'open', label: 'Open', set: { state: 'open' } },
      { count: 'acknowledged', label: 'Acknowledged', set: { state: 'acknowledged' } },
      { count: 'solved', label: 'Solved', set: { state: 'solved' } },
    ],
  },
  filters: DIFFERENCE_FILTERS,
  table: (differences, { grouping }, kit) => (
    <DifferencesTable kit={kit} differences={differences} grouping={grouping} />
  ),
  lead: () => 'What a gateway account has differently than Counterfoil, as the last comparison found it.',
  actions: () => <LinkButton href="/settings/acquirer">Acquirers</LinkButton>,
  nothing: () => (
    <NothingYet
      title="No differences yet"
      action={<LinkButton href="/settings/acquirer">Open acquirers</LinkButton>}
    >
      Each night, the last 7 days of a gateway account are compared with the records here. In test mode there
      is no gateway.
    </NothingYet>
  ),
})
