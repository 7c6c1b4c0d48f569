import { Money } from '#components/ui/money.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'

type WalletBalanceProps = { balance: number; due: number; currency: string; language: Language }

/** The wallet's balance, the order's amount, and the rest or shortfall. */
export function WalletBalance({ balance, due, currency, language }: WalletBalanceProps) {
  const t = textOf(language)
  const lines: [term: string, amount: number][] = [
    [t('wallet.balance'), balance],
    [t('wallet.due'), due],
    balance >= due ? [t('wallet.after'), balance - due] : [t('wallet.missing'), due - balance],
  ]
  return (
    <dl className="grid gap-1.5">
      {lines.map(([term, amount], index) => (
        <div
          key={term}
          className={`flex items-baseline justify-between gap-3 ${index === 2 ? 'border-t border-line pt-1.5 font-semibold' : ''}`}
        >
          <dt className={index === 2 ? '' : 'text-ink-2'}>{term}</dt>
          <dd className="num">
            <Money amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
