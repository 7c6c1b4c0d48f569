import { Picture, stretchHref } from '#components/charts/picture.tsx'
import { shortMoney } from '#components/charts/scale.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import type { WalletBalanceTrend, WalletTrend } from '#lib/domain/wallets/schema.ts'
import { formatMoney } from '#lib/values/money-text.ts'

/** What was added to all wallets, what of it is on hold, and what was spent and paid out. */
export function WalletPicture({
  trend: { step, points },
  currency,
}: {
  trend: WalletTrend
  currency: string
}) {
  const { money, text } = useMoneyTexts(currency)
  const sum = (of: 'added' | 'spent' | 'paid_out') => points.reduce((all, point) => all + point[of], 0n)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const period = { from: first.from, to: last.to }
  return (
    <Picture
      title={`Wallets by ${step}`}
      step={step}
      points={points}
      filled={({ added, on_hold, spent, paid_out }) => added + on_hold + spent + paid_out > 0n}
      plots={[
        {
          title: 'Added',
          figure: money(sum('added')),
          rows: stretchHref(period, {}, '/transfers'),
          parts: ['added', 'on hold'],
          fills: ['solid', 'hollow'],
          text,
          values: ({ added, on_hold }) => [Number(added), Number(on_hold)],
          words: ({ added, on_hold }) => `${money(added)} added, ${money(on_hold)} on hold`,
          href: (point) => stretchHref(point, {}, '/transfers'),
        },
        {
          title: 'Spent in payments',
          short: 'Spent',
          figure: money(sum('spent')),
          text,
          values: ({ spent }) => [Number(spent)],
          words: ({ spent }) => `${money(spent)} spent`,
        },
        {
          title: 'Paid out, with fees',
          short: 'Paid out',
          figure: money(sum('paid_out')),
          rows: stretchHref(period, {}, '/payouts'),
          text,
          values: ({ paid_out }) => [Number(paid_out)],
          words: ({ paid_out }) => `${money(paid_out)} paid out`,
          href: (point) => stretchHref(point, {}, '/payouts'),
        },
      ]}
      columns={[
        ['Added', (point) => <a href={stretchHref(point, {}, '/transfers')}>{money(point.added)}</a>],
        ['On hold', ({ on_hold }) => money(on_hold)],
        ['Spent', ({ spent }) => money(spent)],
        ['Paid out', (point) => <a href={stretchHref(point, {}, '/payouts')}>{money(point.paid_out)}</a>],
      ]}
    />
  )
}

/** The balance of one wallet at the end of each stretch of its statement. */
export function WalletBalancePicture({
  trend: { step, points },
  currency,
}: {
  trend: WalletBalanceTrend
  currency: string
}) {
  const { money, text } = useMoneyTexts(currency)
  const title = `Balance at the end of each ${step}`
  return (
    <Picture
      open
      title={title}
      step={step}
      points={points}
      href={(point) => stretchHref(point)}
      filled={({ credits, debits }) => credits + debits > 0n}
      plots={[
        {
          title,
          as: 'line',
          text,
          values: ({ balance }) => [balance],
          words: ({ balance, credits, debits }) =>
            [
              money(BigInt(balance)),
              ...(credits === 0n ? [] : [`${money(credits)} added`]),
              ...(debits === 0n ? [] : [`${money(debits)} taken`]),
            ].join(', '),
          href: (point) => stretchHref(point),
        },
      ]}
      columns={[
        ['Credits', ({ credits }) => money(credits)],
        ['Debits', ({ debits }) => money(debits)],
        ['Balance', ({ balance }) => money(BigInt(balance))],
      ]}
    />
  )
}

function useMoneyTexts(currency: string) {
  const { grouping } = usePreferences()
  return {
    money: (amount: bigint) => formatMoney(amount, currency, grouping),
    text: (value: number) => shortMoney(value, currency, grouping),
  }
}
