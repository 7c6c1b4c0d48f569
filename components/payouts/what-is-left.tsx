'use client'
import { usePolled } from '#components/shared/queries.ts'
import { Money } from '#components/ui/money.tsx'

/** The figures for the calculation of a payout, from the server. Minor units. */
type Reckoning = { currency: string; balance: number; fees: number; tax: number }

type WhatIsLeftProps = Reckoning & { amount: number | null }

/** The wallet before and after: balance, amount, fees and tax, and the rest. */
export function WhatIsLeft({ currency, balance, fees, tax, amount }: WhatIsLeftProps) {
  const left = balance - (amount ?? 0) - fees - tax
  const lines: [label: string, amount: number | null][] = [
    ['Wallet balance', balance],
    ['This payout', amount === null ? null : -amount],
    ['Fee', -fees],
    ['Tax on the fee', -tax],
  ]
  return (
    <dl className="grid gap-1 text-table">
      {lines.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-ink-2">{label}</dt>
          <dd>
            <Money amount={value} currency={currency} />
          </dd>
        </div>
      ))}
      <div className="flex justify-between gap-3 border-t border-line pt-1.5 font-semibold">
        <dt>Remaining balance</dt>
        <dd className={left < 0 ? 'text-bad' : undefined}>
          <Money amount={amount === null ? null : left} currency={currency} />
        </dd>
      </div>
    </dl>
  )
}

/** Says beside the amount, where it is typed, that the wallet does not hold it. */
export function TooLittle({ currency, balance, fees, tax, amount }: WhatIsLeftProps) {
  const short = (amount ?? 0) + fees + tax - balance
  return (
    <p role="status" className="text-small text-bad">
      {amount !== null && short > 0 && (
        <>
          Insufficient wallet balance: <Money amount={short} currency={currency} /> missing. A payout costs{' '}
          <Money amount={fees + tax} currency={currency} /> including tax.
        </>
      )}
    </p>
  )
}

/** The balance as it is while the form is open, read every 10 seconds: others pay from the wallet too. */
export function useReckoning(customerId: string, first: Reckoning): Reckoning {
  const { currency, balance, fees, tax } = first
  const initial = { currency, balance, fees, tax }
  return usePolled(`/payouts/balance?${new URLSearchParams({ customer: customerId })}`, 10_000, initial)
}
