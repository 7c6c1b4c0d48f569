import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'

/** The states that people look for, each with how many there are under the other filters, which stay as they are. */
export function RefundTabs({
  path,
  query,
  counts,
}: {
  path: string
  query: Query
  counts: Record<string, number>
}) {
  const groups = [
    { label: 'All', status: null, overdue: null, count: counts.all },
    { label: 'Pending', status: 'pending', overdue: null, count: counts.pending },
    { label: 'Overdue', status: null, overdue: '1', count: counts.overdue },
    { label: 'Failed', status: 'failed', overdue: null, count: counts.failed },
  ]
  const tabs = groups.map((group) => ({
    href: hrefWith(path, query, { ...PLACE, status: group.status, overdue: group.overdue }),
    label: group.label,
    count: new Intl.NumberFormat('en-IN').format(group.count ?? 0),
    current: (query.status ?? null) === group.status && (query.overdue ?? null) === group.overdue,
  }))
  return <Tabs label="Status" tabs={tabs} />
}
