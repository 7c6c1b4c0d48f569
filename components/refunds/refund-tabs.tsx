import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import type { RefundStatus } from '#lib/domain/refunds/schema.ts'

type Counts = { total: number; by_status: Partial<Record<RefundStatus, number>>; overdue: number }

/** The states that people look for, with how many there are in all; the other filters stay as they are. */
export function RefundTabs({ path, query, counts }: { path: string; query: Query; counts: Counts }) {
  const { by_status, overdue, total } = counts
  const groups = [
    { label: 'All', status: null, overdue: null, count: total },
    { label: 'Pending', status: 'pending', overdue: null, count: by_status.pending },
    { label: 'Overdue', status: null, overdue: '1', count: overdue },
    { label: 'Failed', status: 'failed', overdue: null, count: by_status.failed },
  ]
  const tabs = groups.map((group) => ({
    href: hrefWith(path, query, { ...PLACE, status: group.status, overdue: group.overdue }),
    label: group.label,
    count: new Intl.NumberFormat('en-IN').format(group.count ?? 0),
    current: (query.status ?? null) === group.status && (query.overdue ?? null) === group.overdue,
  }))
  return <Tabs label="Status" tabs={tabs} />
}
