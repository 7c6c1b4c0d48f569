import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'

/** The groups that people look for, each with how many there are under the other filters, which stay as they are. */
export function OrderTabs({
  path,
  query,
  counts,
}: {
  path: string
  query: Query
  counts: Record<string, number>
}) {
  const groups = [
    { label: 'All', status: null, stuck: null, count: counts.all },
    { label: 'Never attempted', status: 'created', stuck: null, count: counts.created },
    { label: 'Attempted', status: 'attempted', stuck: null, count: counts.attempted },
    { label: 'Stuck', status: null, stuck: '1', count: counts.stuck },
    { label: 'Paid', status: 'paid', stuck: null, count: counts.paid },
  ]
  const tabs = groups.map((group) => ({
    href: hrefWith(path, query, { ...PLACE, status: group.status, stuck: group.stuck }),
    label: group.label,
    count: new Intl.NumberFormat('en-IN').format(group.count ?? 0),
    current: (query.status ?? null) === group.status && (query.stuck ?? null) === group.stuck,
  }))
  return <Tabs label="Status" tabs={tabs} />
}
