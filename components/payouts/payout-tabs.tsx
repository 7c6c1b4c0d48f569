import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'

/** The states of payouts, each with how many there are under the other filters, which stay as they are. */
export function PayoutTabs({
  path,
  query,
  counts,
}: {
  path: string
  query: Query
  counts: Record<string, number>
}) {
  const groups = [
    { label: 'All', status: null, count: counts.all },
    { label: 'Processing', status: 'processing', count: counts.processing },
    { label: 'Processed', status: 'processed', count: counts.processed },
    { label: 'Reversed', status: 'reversed', count: counts.reversed },
  ]
  const tabs = groups.map(({ label, status, count }) => ({
    href: hrefWith(path, query, { ...PLACE, status }),
    label,
    count: new Intl.NumberFormat('en-IN').format(count ?? 0),
    current: (query.status ?? null) === status,
  }))
  return <Tabs label="Status" tabs={tabs} />
}
