import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import type { PayoutStatus } from '#lib/domain/payouts/schema.ts'

type Counts = { total: number; by_status: Partial<Record<PayoutStatus, number>> }

/** The states of payouts with how many there are in all; the other filters stay as they are. */
export function PayoutTabs({ path, query, counts }: { path: string; query: Query; counts: Counts }) {
  const groups = [
    { label: 'All', status: null, count: counts.total },
    { label: 'Processing', status: 'processing', count: counts.by_status.processing },
    { label: 'Processed', status: 'processed', count: counts.by_status.processed },
    { label: 'Reversed', status: 'reversed', count: counts.by_status.reversed },
  ]
  const tabs = groups.map(({ label, status, count }) => ({
    href: hrefWith(path, query, { ...PLACE, status }),
    label,
    count: new Intl.NumberFormat('en-IN').format(count ?? 0),
    current: (query.status ?? null) === status,
  }))
  return <Tabs label="Status" tabs={tabs} />
}
