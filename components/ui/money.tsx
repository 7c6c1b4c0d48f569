import { usePreferences } from '#components/ui/preferences.ts'
import { absolute, formatMoney, type Grouping, type Minor } from '#lib/values/money-text.ts'
import { classNames } from './class-names.ts'

type MoneyProps = {
  /** Minor units; null is unknown and shown as a dash. */
  amount: Minor | null | undefined
  currency: string
  /** Default: as the reader prefers. */
  grouping?: Grouping
  /** False leaves the symbol out, where a caption or a neighbour already says the currency. */
  symbol?: boolean
  /** Read before a negative amount by screen readers: "refund of". Default: "minus". */
  negativeWord?: string
  className?: string
}

/** The one way an amount is shown: exact, in figures that line up, with a true minus sign. */
export function Money({
  amount,
  currency,
  grouping,
  symbol = true,
  negativeWord = 'minus',
  className,
}: MoneyProps) {
  const preferred = usePreferences().grouping
  if (amount === null || amount === undefined) {
    return (
      <span className={classNames('num', className)}>
        <span aria-hidden="true">—</span>
        <span className="sr-only">unknown</span>
      </span>
    )
  }
  const text = formatMoney(absolute(amount), currency, grouping ?? preferred)
  const shown = symbol ? text : text.replace(/^\D+/, '')
  return (
    <data value={String(amount)} className={className}>
      {amount < 0 && (
        <>
          <span className="sr-only">{negativeWord} </span>
          <span aria-hidden="true">{'\u2212'}</span>
        </>
      )}
      {shown}
    </data>
  )
}
