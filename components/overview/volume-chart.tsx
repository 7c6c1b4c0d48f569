import Link from 'next/link'
import { Money } from '#components/ui/money.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { hrefWith } from '#components/ui/query.ts'
import type { VolumePoint } from '#lib/domain/overview/schema.ts'
import type { Bucket, BucketStep } from '#lib/values/buckets.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { clockText, dateText } from '#lib/values/time-text.ts'
import { Chart } from './chart.tsx'
import { ceilingOf, everyOf, shortMoney } from './scale.ts'

type Bar = Bucket & {
  amount: number
  count: number
  failed: number
  words: string
  label: string
  href: string
}

type VolumeChartProps = {
  buckets: Bucket[]
  points: VolumePoint[]
  step: BucketStep
  currency: string
  rangeWords: string
}

/** What was captured in each hour, day or month, as bars that lead to the payments behind them. */
export function VolumeChart({ buckets, points, step, currency, rangeWords }: VolumeChartProps) {
  const { time_zone } = usePreferences()
  const byName = new Map(points.map((point) => [point.at, point]))
  const bars = buckets.map((bucket): Bar => {
    const { amount, count, failed } = byName.get(bucket.name) ?? { amount: 0, count: 0, failed: 0 }
    const [words, label] = wordsOf(bucket.from, step, time_zone)
    return {
      ...bucket,
      amount,
      count,
      failed,
      words,
      label,
      href: hrefWith('/payments', {
        status: 'captured,refunded',
        from: String(bucket.from),
        to: String(bucket.to),
      }),
    }
  })
  const rows = bars
    .filter((bar) => bar.count + bar.failed > 0)
    .map((bar) => ({
      key: bar.name,
      cells: [
        <Link key="at" href={bar.href} prefetch={false} className="link">
          {bar.words}
        </Link>,
        <Money key="amount" amount={bar.amount} currency={currency} />,
        bar.count,
        bar.failed,
      ],
    }))
  return (
    <Chart
      id="volume"
      title={`Collected by ${step}`}
      note={`Captured payments by when they were created, ${rangeWords}. A bar leads to its payments.`}
      table={{
        head: [
          step === 'hour' ? 'Hour' : step === 'day' ? 'Day' : 'Month',
          'Collected',
          'Payments',
          'Failed',
        ],
        rows,
      }}
    >
      <Bars bars={bars} currency={currency} />
    </Chart>
  )
}

const HEIGHT = 176
const TOP = 8
const FLOOR = HEIGHT - 22

/** Widths in percent and heights in pixels: it fits any screen without its letters changing size. */
function Bars({ bars, currency }: { bars: Bar[]; currency: string }) {
  const { grouping } = usePreferences()
  const ceiling = ceilingOf(Math.max(0, ...bars.map((bar) => bar.amount)))
  const slot = 100 / bars.length
  const every = everyOf(bars.length, 10)
  // Of those that a desk shows a phone shows some: the two never shift against each other.
  const everyOnPhone = every * everyOf(Math.ceil(bars.length / every), 4)
  const heightOf = (amount: number) =>
    amount === 0 ? 0 : Math.max(2, Math.round((amount / ceiling) * (FLOOR - TOP)))
  return (
    <svg
      width="100%"
      height={HEIGHT}
      role="group"
      aria-labelledby="volume"
      className="num block overflow-visible text-note"
    >
      {[0, 0.5, 1].map((share) => {
        const y = FLOOR - share * (FLOOR - TOP) + 0.5
        return (
          <g key={share} aria-hidden="true">
            <line
              x1="0"
              x2="100%"
              y1={y}
              y2={y}
              className={share === 0 ? 'stroke-line-strong' : 'stroke-line'}
            />
            {share > 0 && (
              <text x="0" y={y + 12} className="fill-ink-3">
                {shortMoney(ceiling * share, currency, grouping)}
              </text>
            )}
          </g>
        )
      })}
      {bars.map((bar, at) => {
        const height = heightOf(bar.amount)
        const words = `${bar.words}: ${formatMoney(bar.amount, currency, grouping)} in ${bar.count} ${bar.count === 1 ? 'payment' : 'payments'}, ${bar.failed} failed`
        return (
          <a
            key={bar.name}
            href={bar.href}
            aria-label={words}
            data-hint={words}
            className="group outline-offset-0"
          >
            <rect
              x={`${at * slot}%`}
              y={TOP}
              width={`${slot}%`}
              height={FLOOR - TOP}
              className="fill-transparent group-hover:fill-plain-tint"
            />
            <rect
              x={`${at * slot + slot * 0.16}%`}
              y={FLOOR - height}
              width={`${slot * 0.68}%`}
              height={height}
              className="fill-accent group-hover:fill-accent-strong"
            />
          </a>
        )
      })}
      {bars.map(
        (bar, at) =>
          at % every === 0 && (
            <text
              key={bar.name}
              aria-hidden="true"
              x={`${(at + 0.5) * slot}%`}
              y={HEIGHT - 6}
              textAnchor="middle"
              className={at % everyOnPhone === 0 ? 'fill-ink-3' : 'fill-ink-3 max-phone:hidden'}
            >
              {bar.label}
            </text>
          ),
      )}
    </svg>
  )
}

/** In full, and short for the axis: "3 Nov 2026" and "3 Nov". */
function wordsOf(at: number, step: BucketStep, zone: string): [words: string, label: string] {
  const date = dateText(at, zone)
  if (step === 'hour') return [`${date}, ${clockText(at, zone)}`, clockText(at, zone)]
  const [day, month, year] = date.split(' ')
  return step === 'day' ? [date, `${day} ${month}`] : [`${month} ${year}`, `${month}`]
}
