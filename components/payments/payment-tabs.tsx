import { usePreferences } from '#components/ui/preferences.ts'
import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { statusWord } from '#components/ui/status-pill.tsx'
import { type Tab, Tabs } from '#components/ui/tabs.tsx'
import type { PaymentStatus } from '#lib/domain/payments/schema.ts'
import { durationText } from '#lib/values/time-text.ts'

const TABS = ['captured', 'authorized', 'failed', 'refunded'] as const satisfies PaymentStatus[]

type PaymentTabsProps = {
  path: string
  query: Query
  counts: Record<string, number>
  /** When the next of the authorizations expires, where there is one. */
  nextCaptureBy: number | null
  now: number
}

/** The states that people look for, each with how many there are under the other filters, which stay as they are. */
export function PaymentTabs({ path, query, counts, nextCaptureBy, now }: PaymentTabsProps) {
  const figures = useFigures()
  const to = (status: PaymentStatus | null) => hrefWith(path, query, { ...PLACE, status })
  const tabs: Tab[] = TABS.map((status) => ({
    href: to(status),
    label: statusWord({ kind: 'payment', status }),
    count: <Count status={status} counts={counts} nextCaptureBy={nextCaptureBy} now={now} />,
    current: query.status === status,
  }))
  return (
    <Tabs
      label="Status"
      tabs={[
        {
          href: to(null),
          label: 'All',
          count: figures(counts.all ?? 0),
          current: query.status === undefined,
        },
        ...tabs,
      ]}
    />
  )
}

/** Whether the status of an address is one of the tabs. */
export function isTabbed(query: Query): boolean {
  return TABS.some((status) => status === query.status)
}

function Count({
  status,
  counts,
  nextCaptureBy,
  now,
}: Pick<PaymentTabsProps, 'counts' | 'nextCaptureBy' | 'now'> & { status: PaymentStatus }) {
  const figures = useFigures()
  const count = counts[status] ?? 0
  const deadline = status === 'authorized' ? nextCaptureBy : null
  if (deadline === null || deadline <= now) return figures(count)
  return (
    <>
      {figures(count)} · <span className="max-desk:sr-only">next expires in </span>
      {durationText(deadline - now)}
    </>
  )
}

function useFigures(): (count: number) => string {
  const format = new Intl.NumberFormat(usePreferences().grouping === 'indian' ? 'en-IN' : 'en-US')
  return (count) => format.format(count)
}
