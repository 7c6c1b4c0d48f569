import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import { APPROVAL_STATUSES } from '#lib/domain/approvals/schema.ts'
import { APPROVAL_LOOKS } from './approval-labels.ts'

/** The statuses of approvals, each with how many there are under the other filters, which stay as they are. */
export function ApprovalTabs({
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
    ...APPROVAL_STATUSES.map((status) => ({
      label: APPROVAL_LOOKS[status].word,
      status,
      count: counts[status],
    })),
  ]
  const tabs = groups.map(({ label, status, count }) => ({
    href: hrefWith(path, query, { ...PLACE, status }),
    label,
    count: new Intl.NumberFormat('en-IN').format(count ?? 0),
    current: (query.status ?? null) === status,
  }))
  return <Tabs label="Status" tabs={tabs} />
}
