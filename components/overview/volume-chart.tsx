import { Chart } from '#components/charts/chart.tsx'
import { Plot, type Point } from '#components/charts/plot.tsx'
import { bucketWords, shortMoney } from '#components/charts/scale.ts'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { hrefWith } from '#components/ui/query.ts'
import type { VolumePoint } from '#lib/domain/overview/schema.ts'
import type { Bucket } from '#lib/values/buckets.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { countText, figures } from '#lib/values/number-text.ts'
import { capitalized } from '#lib/values/text.ts'
import type { BucketStep } from '#lib/values/trend.ts'

type VolumeChartProps = {
  buckets: Bucket[]
  points: VolumePoint[]
  step: BucketStep
  currency: string
  rangeWords: string
}

/** The captured amount of each hour, day or month, as bars that link to their payments. */
export function VolumeChart({ buckets, points, step, currency, rangeWords }: VolumeChartProps) {
  const { time_zone, grouping } = usePreferences()
  const byName = new Map(points.map((point) => [point.at, point]))
  const stretches = buckets.map((bucket) => {
    const { amount, count, failed } = byName.get(bucket.name) ?? { amount: 0n, count: 0, failed: 0 }
    const [words, label] = bucketWords(bucket.from, step, time_zone)
    const href = hrefWith('/payments', {
      captured: '1',
      from: String(bucket.from),
      to: String(bucket.to),
    })
    const failedHref = hrefWith('/payments', {
      status: 'failed',
      from: String(bucket.from),
      to: String(bucket.to),
    })
    return { name: bucket.name, amount, count, failed, words, label, href, failedHref }
  })
  const bars = stretches.map(({ name, amount, count, failed, words, label, href }): Point => {
    const payments = countText(count, 'payment', 'payments', grouping)
    return {
      name,
      values: [Number(amount)],
      label,
      href,
      words: `${words}: ${formatMoney(amount, currency, grouping)} in ${payments}, ${figures(failed, grouping)} failed`,
    }
  })
  const rows = stretches
    .filter(({ count, failed }) => count + failed > 0)
    .map(({ name, amount, count, failed, words, href, failedHref }) => ({
      key: name,
      cells: [
        <Link key="at" href={href} className="link">
          {words}
        </Link>,
        <Money key="amount" amount={amount} currency={currency} />,
        figures(count, grouping),
        failed === 0 ? (
          '0'
        ) : (
          <Link key="failed" href={failedHref} className="link">
            {figures(failed, grouping)}
            <span className="sr-only"> failed payments</span>
          </Link>
        ),
      ],
    }))
  return (
    <Chart
      id="volume"
      title={`Collected by ${step}`}
      note={`Captured payments by time of creation, ${rangeWords}. Select a bar to see its payments.`}
      table={{
        head: [capitalized(step), 'Collected', 'Payments', 'Failed'],
        rows,
      }}
    >
      <Plot points={bars} text={(value) => shortMoney(value, currency, grouping)} />
    </Chart>
  )
}
