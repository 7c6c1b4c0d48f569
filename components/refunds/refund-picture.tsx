import { Picture, stretchHref } from '#components/charts/picture.tsx'
import { ceilingOf, percent, shortMoney } from '#components/charts/scale.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import type { RefundTrend } from '#lib/domain/refunds/schema.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { figures } from '#lib/values/number-text.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'
import { durationText } from '#lib/values/time-text.ts'

/** What was refunded, its share of what was captured at the same time, and how long refunds take. */
export function RefundPicture({
  trend: { step, points },
  currency,
}: {
  trend: RefundTrend
  currency: string
}) {
  const { grouping } = usePreferences()
  const money = (amount: bigint) => formatMoney(amount, currency, grouping)
  const sum = (of: 'refunded' | 'captured') => points.reduce((all, point) => all + point[of], 0n)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const time = (seconds: number | null) => (seconds === null ? '—' : durationText(seconds))
  const times = points.flatMap(({ seconds }) => seconds ?? []).sort((left, right) => left - right)
  const shareOf = (point: { refunded: bigint; captured: bigint }) =>
    point.captured === 0n ? 0 : (Number(point.refunded) / Number(point.captured)) * 100
  const highestShare = Math.min(100, ceilingOf(Math.max(0, ...points.map(shareOf))))
  const longest = Math.max(1, ...times)
  const unit = [DAY, HOUR, MINUTE].find((length) => longest >= length) ?? 1
  const share = (point: { refunded: bigint; captured: bigint }) => percent(point.refunded, point.captured)
  return (
    <Picture
      title={`Refunds by ${step}`}
      step={step}
      points={points}
      href={(point) => stretchHref(point)}
      filled={({ count, captured }) => count > 0 || captured > 0n}
      plots={[
        {
          title: 'Refunded',
          figure: money(sum('refunded')),
          rows: sum('refunded') === 0n ? undefined : stretchHref({ from: first.from, to: last.to }),
          text: (value) => shortMoney(value, currency, grouping),
          values: (point) => [Number(point.refunded)],
          words: (point) => `${money(point.refunded)} refunded`,
          href: (point) => stretchHref(point),
        },
        {
          title: 'Share of captured',
          figure: percent(sum('refunded'), sum('captured')),
          as: 'line',
          domain: [0, highestShare],
          // A day with few payments and the refunds of many would flatten all others.
          text: (value) => (value === 100 ? '100%+' : `${value}%`),
          values: (point) => [point.captured === 0n ? null : Math.min(highestShare, shareOf(point))],
          words: (point) => `${share(point)}, ${money(point.refunded)} of ${money(point.captured)} captured`,
          href: (point) => stretchHref(point),
        },
        {
          title: 'Time until processed, median',
          short: 'Median time',
          figure: time(times[Math.floor((times.length - 1) / 2)] ?? null),
          domain: [0, Math.ceil(longest / unit) * unit],
          text: (value) => durationText(value),
          values: ({ seconds }) => [seconds],
          words: ({ seconds }) =>
            seconds === null ? 'no refund processed' : `processed after ${time(seconds)}`,
          href: (point) => stretchHref(point, { status: 'processed' }),
        },
      ]}
      columns={[
        ['Refunded', (point) => money(point.refunded)],
        ['Captured', (point) => money(point.captured)],
        ['Share', share],
        ['Refunds', ({ count }) => figures(count, grouping)],
        ['Time until processed', ({ seconds }) => time(seconds)],
      ]}
    />
  )
}
