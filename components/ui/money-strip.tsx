import type { ComponentProps, ReactNode } from 'react'
import type { Minor } from '#lib/values/money-text.ts'
import { classNames } from './class-names.ts'
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
    <Strip className="mt-5 mb-5.5">
      {items.map((item) => (
        <StripFigure key={item.label} net={item.net}>
          <dt className="text-[12px] leading-5 text-ink-3">{item.label}</dt>
          <dd className="text-lead font-semibold">
            <Money amount={item.amount} currency={currency} symbol={false} />
            {item.note && <span className="block text-small font-normal text-ink-2">{item.note}</span>}
          </dd>
        </StripFigure>
      ))}
    </Strip>
  )
}

/** Figures side by side with a line between them; two in a row where it is narrow. */
export function Strip({ className, ...rest }: ComponentProps<'dl'>) {
  const own =
    'grid auto-cols-[minmax(0,1fr)] grid-flow-col border-y border-line narrow:grid-flow-row narrow:grid-cols-[1fr_1fr]'
  return <dl data-strip="" className={classNames(own, className)} {...rest} />
}

export function StripFigure({ net, children }: { net?: boolean | undefined; children: ReactNode }) {
  const own =
    'border-l border-line px-[12px] py-[10px] first:border-l-0 first:pl-0 narrow:border-l-0 narrow:px-0 narrow:py-[8px]'
  return <div className={classNames(own, net && 'bg-sunken narrow:bg-transparent')}>{children}</div>
}
