import { Picture, stretchHref } from '#components/charts/picture.tsx'
import { shortMoney } from '#components/charts/scale.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import type { SettlementSettings, SettlementTrend } from '#lib/domain/settlements/schema.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { figures } from '#lib/values/number-text.ts'
import { dateText } from '#lib/values/time-text.ts'

type SettlementPictureProps = {
  trend: SettlementTrend
  /** The next scheduled settlement; null without a schedule. */
  next: SettlementSettings['next']
  currency: string
}

/** What has arrived at the bank and what is expected there, by day of the settlement, and the next one. */
export function SettlementPicture({ trend: { step, points }, next, currency }: SettlementPictureProps) {
  const { time_zone, grouping } = usePreferences()
  const money = (amount: bigint) => formatMoney(amount, currency, grouping)
  const title = `Settlements by ${step}`
  return (
    <Picture
      title={title}
      step={step}
      points={points}
      href={(point) => stretchHref(point)}
      filled={({ count }) => count > 0}
      plots={[
        {
          title,
          short: '',
          parts: ['arrived', 'expected'],
          fills: ['solid', 'hollow'],
          figure:
            next &&
            `Next on ${dateText(next.at, time_zone)}: ${BigInt(next.amount) > 0n ? money(BigInt(next.amount)) : 'nothing to settle'}`,
          rows: '/settlements/schedule',
          text: (value) => shortMoney(value, currency, grouping),
          values: ({ arrived, expected }) => [Number(arrived), Number(expected)],
          words: ({ arrived, expected, failed }) =>
            [
              `${money(arrived)} arrived`,
              ...(expected === 0n ? [] : [`${money(expected)} expected`]),
              ...(failed === 0n ? [] : [`${money(failed)} failed`]),
            ].join(', '),
          href: (point) => stretchHref(point),
        },
      ]}
      columns={[
        ['Arrived', ({ arrived }) => money(arrived)],
        ['Expected', ({ expected }) => money(expected)],
        ['Failed', ({ failed }) => money(failed)],
        ['Settlements', ({ count }) => figures(count, grouping)],
      ]}
    />
  )
}
