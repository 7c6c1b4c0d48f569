import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import { APPROVAL_STATUSES, type ApprovalStatus } from '#lib/domain/approvals/schema.ts'
import { APPROVAL_LOOKS } from './approval-words.ts'

type Counts = { total: number; by_status: Partial<Record<ApprovalStatus, number>> }

/** The states of approvals with how many there are in all; the other filters stay as they are. */
export function ApprovalTabs({ path, query, counts }: { path: string; query: Query; counts: Counts }) {
  const groups = [
    { label: 'All', status: null, count: counts.total },
    ...APPROVAL_STATUSES.map((status) => ({
      label: APPROVAL_LOOKS[status].word,
      status,
      count: counts.by_status[status],
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
