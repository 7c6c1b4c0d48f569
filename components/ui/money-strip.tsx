import type { ReactNode } from 'react'
import type { Minor } from '#lib/values/money-text.ts'
import { Money } from './money.tsx'

export type StripItem = {
  label: string
  /** Minor units, signed as it counts; null is unknown. */
  amount: Minor | null
  /** The figure the others lead to. */
  net?: boolean
  /** Under the figure: a date, a word. */
  note?: ReactNode
}

/** How an amount comes about, from left to right: authorized, captured, fee, refunded, net. */
export function MoneyStrip({ items, currency }: { items: StripItem[]; currency: string }) {
  return (
    <dl className="money-strip mt-5 mb-5.5">
      {items.map((item) => (
        <div key={item.label} className={item.net ? 'net' : undefined}>
          <dt className="text-[12px] leading-5 text-ink-3">{item.label}</dt>
          <dd className="text-lead font-semibold">
            <Money amount={item.amount} currency={currency} symbol={false} />
            {item.note && <span className="block text-small font-normal text-ink-2">{item.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
