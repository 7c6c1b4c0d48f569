import { Picture, type PlotOf, stretchHref } from '#components/charts/picture.tsx'
import { shortMoney } from '#components/charts/scale.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import type { AppDetails, AppSpendingTrend } from '#lib/domain/connected-apps/schema.ts'
import { formatMoney } from '#lib/values/money-text.ts'

type SpendingPictureProps = {
  app: AppDetails
  trend: AppSpendingTrend
  /** Whether the reader may open the request log, which has the calls of a day. */
  mayOpenLog: boolean
}

/** What an app moved by day against its limit per 24 hours, and its largest call against its limit per call. */
export function SpendingPicture({
  app,
  trend: { step, points, connections },
  mayOpenLog,
}: SpendingPictureProps) {
  const { grouping } = usePreferences()
  const { currency, limit_per_call, limit_per_day } = app
  const money = (amount: bigint | number) => formatMoney(amount, currency, grouping)
  const text = (value: number) => shortMoney(value, currency, grouping)
  const moved = points.filter(({ counted, approved }) => counted + approved > 0n)
  if (moved.length === 0) return null
  // Connections that share a limit have their name in common, and each an ID of its own.
  const actor = connections > 1 ? app.client_name : app.id
  const href = mayOpenLog
    ? (point: { from: number; to: number }) => stretchHref(point, { actor, method: 'POST' }, '/logs')
    : undefined
  const limit = (amount: number | null) =>
    amount === null || amount === 0 ? {} : { limit: amount, limitText: `limit ${money(amount)}` }
  type Plots = PlotOf<(typeof points)[number]>
  const plots: Plots[] = [
    {
      title: `Moved by ${step}`,
      figure: money(points.reduce((all, { counted, approved }) => all + counted + approved, 0n)),
      parts: ['without approval', 'approved'],
      fills: ['solid', 'hollow'],
      text,
      ...limit(limit_per_day),
      values: ({ counted, approved }) => [Number(counted), Number(approved)],
      words: ({ counted, approved }) => `${money(counted)} without approval, ${money(approved)} approved`,
      href,
    },
    {
      title: 'Largest call without approval',
      short: 'Largest call',
      text,
      ...limit(limit_per_call),
      values: ({ largest }) => [Number(largest)],
      words: ({ largest }) => money(largest),
      href,
    },
  ]
  return (
    <Picture
      open
      title="Moved in 28 days"
      step={step}
      points={points}
      href={href}
      filled={({ counted, approved }) => counted + approved > 0n}
      plots={plots}
      columns={[
        ['Without approval', ({ counted }) => money(counted)],
        ['Approved', ({ approved }) => money(approved)],
        ['Largest call', ({ largest }) => money(largest)],
      ]}
    />
  )
}
