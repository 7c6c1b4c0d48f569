import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'

/** Who has paid or tried to, and who never has, each counted under the other filters, which stay as they are. */
export function CustomerTabs({
  path,
  query,
  counts,
}: {
  path: string
  query: Query
  counts: Record<string, number>
}) {
  const groups = [
    { label: 'All', paying: null, count: counts.all },
    { label: 'With payments', paying: '1', count: counts.paying },
    { label: 'Without payments', paying: '0', count: counts.not_paying },
  ]
  const tabs = groups.map(({ label, paying, count }) => ({
    href: hrefWith(path, query, { ...PLACE, paying }),
    label,
    count: new Intl.NumberFormat('en-IN').format(count ?? 0),
    current: (query.paying ?? null) === paying,
  }))
  return <Tabs label="Payments" tabs={tabs} />
}
