import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'

/** Issued and withdrawn, each with how many there are under the other filters, which stay as they are. */
export function BillTabs({
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
    { label: 'Issued', status: 'issued', count: counts.issued },
    { label: 'Withdrawn', status: 'deleted', count: counts.deleted },
  ]
  const tabs = groups.map(({ label, status, count }) => ({
    href: hrefWith(path, query, { ...PLACE, status }),
    label,
    count: new Intl.NumberFormat('en-IN').format(count ?? 0),
    current: (query.status ?? null) === status,
  }))
  return <Tabs label="Status" tabs={tabs} />
}
