import { Picture, stretchHref } from '#components/charts/picture.tsx'
import { shortMoney } from '#components/charts/scale.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import type { BalanceTrend } from '#lib/domain/balance/schema.ts'
import { formatMoney } from '#lib/values/money-text.ts'

type BalancePictureProps = { trend: BalanceTrend; currency: string }

/** The balance at the end of each stretch, beside what was settled and refunded. A movement of any kind is part of it. */
export function BalancePicture({ trend: { step, points }, currency }: BalancePictureProps) {
  const { grouping } = usePreferences()
  const money = (amount: bigint) => formatMoney(amount, currency, grouping)
  const text = (value: number) => shortMoney(value, currency, grouping)
  const sum = (of: 'settled' | 'refunded') => points.reduce((all, point) => all + point[of], 0n)
  const [first, last] = [points[0], points.at(-1)]
  const period = first && last && { from: first.from, to: last.to }
  const rowsOf = (group: string, amount: bigint, at = period) =>
    at && amount !== 0n ? stretchHref(at, { group }) : undefined
  const groupOf = (group: string, amount: bigint, at: typeof period) => {
    const rows = rowsOf(group, amount, at)
    return rows ? <a href={rows}>{money(amount)}</a> : money(amount)
  }
  return (
    <Picture
      title={`Balance by ${step}`}
      step={step}
      points={points}
      href={(point) => stretchHref(point)}
      filled={() => true}
      plots={[
        {
          title: `Balance at the end of each ${step}`,
          short: 'Balance',
          as: 'line',
          text,
          values: ({ balance }) => [Number(balance)],
          words: ({ balance }) => money(balance),
          href: (point) => stretchHref(point),
        },
        {
          title: 'Settled',
          figure: money(sum('settled')),
          rows: rowsOf('settlements', sum('settled')),
          text,
          values: ({ settled }) => [Number(settled)],
          words: ({ settled }) => `${money(settled)} settled`,
          href: (point) => stretchHref(point, { group: 'settlements' }),
        },
        {
          title: 'Refunded',
          figure: money(sum('refunded')),
          rows: rowsOf('refunds', sum('refunded')),
          text,
          values: ({ refunded }) => [Number(refunded)],
          words: ({ refunded }) => `${money(refunded)} refunded`,
          href: (point) => stretchHref(point, { group: 'refunds' }),
        },
      ]}
      columns={[
        ['Balance', ({ balance }) => money(balance)],
        ['Settled', (point) => groupOf('settlements', point.settled, point)],
        ['Refunded', (point) => groupOf('refunds', point.refunded, point)],
      ]}
    />
  )
}
