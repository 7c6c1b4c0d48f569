import { Money } from '#components/ui/money.tsx'

type WalletBalanceProps = { balance: number; due: number; currency: string }

/** The wallet's balance, the order's amount, and the rest or shortfall. */
export function WalletBalance({ balance, due, currency }: WalletBalanceProps) {
  const lines: [term: string, amount: number][] = [
    ['Wallet balance', balance],
    ['Due on this order', due],
    balance >= due ? ['Balance after payment', balance - due] : ['Missing', due - balance],
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
