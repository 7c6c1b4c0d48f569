import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'

type Counts = { total: number; by_status: Record<string, number> }

/** Issued and withdrawn, with how many there are in all; the other filters stay as they are. */
export function BillTabs({ path, query, counts }: { path: string; query: Query; counts: Counts }) {
  const groups = [
    { label: 'All', status: null, count: counts.total },
    { label: 'Issued', status: 'issued', count: counts.by_status.issued },
    { label: 'Withdrawn', status: 'deleted', count: counts.by_status.deleted },
  ]
  const tabs = groups.map(({ label, status, count }) => ({
    href: hrefWith(path, query, { ...PLACE, status }),
    label,
    count: new Intl.NumberFormat('en-IN').format(count ?? 0),
    current: (query.status ?? null) === status,
  }))
  return <Tabs label="Status" tabs={tabs} />
}
