import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import { TRANSFER_STATUSES } from '#lib/domain/transfers/schema.ts'
import { transferWord } from './transfer-pill.tsx'

/** The states of transfers, each with how many there are under the other filters, which stay as they are. */
export function TransferTabs({
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
    ...TRANSFER_STATUSES.map((status) => ({
      label: transferWord(status),
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
