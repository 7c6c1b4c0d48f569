import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import type { OrderStatus } from '#lib/domain/orders/schema.ts'

type Counts = { total: number; by_status: Partial<Record<OrderStatus, number>>; stuck: number }

/** The groups that people look for, with how many there are in all; the other filters stay as they are. */
export function OrderTabs({ path, query, counts }: { path: string; query: Query; counts: Counts }) {
  const { by_status, stuck, total } = counts
  const groups = [
    { label: 'All', status: null, stuck: null, count: total },
    { label: 'Never attempted', status: 'created', stuck: null, count: by_status.created },
    { label: 'Attempted', status: 'attempted', stuck: null, count: by_status.attempted },
    { label: 'Stuck', status: null, stuck: '1', count: stuck },
    { label: 'Paid', status: 'paid', stuck: null, count: by_status.paid },
  ]
  const tabs = groups.map((group) => ({
    href: hrefWith(path, query, { ...PLACE, status: group.status, stuck: group.stuck }),
    label: group.label,
    count: new Intl.NumberFormat('en-IN').format(group.count ?? 0),
    current: (query.status ?? null) === group.status && (query.stuck ?? null) === group.stuck,
  }))
  return <Tabs label="Status" tabs={tabs} />
}
