import { Picture, stretchHref } from '#components/charts/picture.tsx'
import { percent, shortMoney } from '#components/charts/scale.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import type { Query } from '#components/ui/query.ts'
import { reasonWord } from '#lib/domain/payments/schema/failure-messages.ts'
import type { PaymentTrend } from '#lib/domain/payments/schema.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { figures } from '#lib/values/number-text.ts'
import { capitalized } from '#lib/values/text.ts'

type PaymentPoint = PaymentTrend['points'][number]
type PaymentPictureProps = { trend: PaymentTrend; query: Query; currency: string }

/** What was captured, the success rate, and the reasons of failures. They follow the period and the method of the list. */
export function PaymentPicture({ trend: { step, points }, query, currency }: PaymentPictureProps) {
  const { grouping } = usePreferences()
  const method: Query = query.method === undefined ? {} : { method: query.method }
  const captured = { ...method, captured: '1' }
  const failed = { ...method, status: 'failed' }
  const money = (amount: bigint) => formatMoney(amount, currency, grouping)
  const sum = (of: (point: PaymentPoint) => number) => points.reduce((all, point) => all + of(point), 0)
  const failuresOf = ({ failures }: PaymentPoint) =>
    Object.values(failures).reduce((all, count) => all + count, 0)
  const rate = ({ succeeded, finished }: PaymentPoint) => percent(succeeded, finished)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const period = { from: first.from, to: last.to }
  const reasons = topReasons(points)
  const partsOf = (point: PaymentPoint) => {
    const top = reasons.map((reason) => point.failures[reason] ?? 0)
    return [...top, failuresOf(point) - top.reduce((all, count) => all + count, 0)]
  }
  const names = [...reasons.map(reasonWord), 'other']
  return (
    <Picture
      title={`Payments by ${step}`}
      step={step}
      points={points}
      href={(point) => stretchHref(point, method)}
      filled={({ finished }) => finished > 0}
      plots={[
        {
          title: 'Captured',
          figure: money(points.reduce((all, point) => all + point.captured, 0n)),
          rows: stretchHref(period, captured),
          text: (value) => shortMoney(value, currency, grouping),
          values: (point) => [Number(point.captured)],
          words: (point) => `${money(point.captured)} captured`,
          href: (point) => stretchHref(point, captured),
        },
        {
          title: 'Success rate',
          figure: percent(
            sum(({ succeeded }) => succeeded),
            sum(({ finished }) => finished),
          ),
          as: 'line',
          domain: [0, 100],
          text: (value) => `${value}%`,
          values: ({ succeeded, finished }) => [finished === 0 ? null : (succeeded / finished) * 100],
          words: (point) =>
            `${rate(point)}, ${figures(point.succeeded, grouping)} of ${figures(point.finished, grouping)} attempts`,
          href: (point) => stretchHref(point, method),
        },
        ...(reasons.length === 0
          ? []
          : [
              {
                title: 'Failed',
                figure: figures(sum(failuresOf), grouping),
                rows: stretchHref(period, failed),
                parts: names,
                // The last is what is left, whether one reason or two are before it.
                fills: reasons.length === 1 ? (['solid', 'hollow'] as const) : undefined,
                tone: 'bad' as const,
                text: (value: number) => figures(value, grouping),
                values: partsOf,
                words: (point: PaymentPoint) =>
                  [
                    `${figures(failuresOf(point), grouping)} failed`,
                    ...partsOf(point).flatMap((count, at) =>
                      count === 0 ? [] : `${figures(count, grouping)} ${names[at]}`,
                    ),
                  ].join(', '),
                href: (point: PaymentPoint) => stretchHref(point, failed),
              },
            ]),
      ]}
      columns={[
        ['Captured', (point) => money(point.captured)],
        ['Success rate', rate],
        ...(reasons.length === 0
          ? []
          : names.map((name, at): [string, (point: PaymentPoint) => string] => [
              capitalized(name),
              (point) => figures(partsOf(point)[at] ?? 0, grouping),
            ])),
      ]}
    />
  )
}

/** The two most frequent reasons of the whole period: more shades are hard to tell apart. */
function topReasons(points: PaymentTrend['points']): string[] {
  const counts = new Map<string, number>()
  for (const { failures } of points)
    for (const [reason, count] of Object.entries(failures))
      counts.set(reason, (counts.get(reason) ?? 0) + count)
  return [...counts]
    .sort(([left, one], [right, other]) => other - one || left.localeCompare(right))
    .slice(0, 2)
    .map(([reason]) => reason)
}
