import type { ReactNode } from 'react'
import { Meter } from '#components/ui/meter.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Actions } from '#components/ui/page-head.tsx'
import type { WalletDetails } from '#lib/domain/wallets/schema.ts'

type WalletCardProps = {
  wallet: WalletDetails
  actions: ReactNode
}

/** The wallet of a customer: its balance, its limits, and its pending amounts. */
export function WalletCard({ wallet, actions }: WalletCardProps) {
  const { balance, currency, returning_amount, on_hold, on_hold_count, max_balance } = wallet
  return (
    <section aria-labelledby="wallet" className="mt-3">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div>
          <h2 id="wallet" className="text-table text-ink-2">
            Wallet balance
          </h2>
          <p className="text-amount font-semibold tracking-[-0.025em]">
            <Money amount={balance} currency={currency} />
          </p>
        </div>
        <Actions>{actions}</Actions>
      </div>
      {!wallet.exists && <NoWallet possible={wallet.possible} />}
      {wallet.exists && (
        <>
          <div className="mt-4 grid gap-x-8 gap-y-4 desk:grid-cols-2">
            <Meter
              label="Balance limit"
              used={balance}
              waiting={returning_amount}
              max={max_balance}
              currency={currency}
              note={returning_amount > 0 ? 'Pending returns count towards the limit.' : undefined}
            />
            <Meter
              label="Added this month"
              used={wallet.monthly_usage}
              max={wallet.monthly_limit}
              currency={currency}
              note="Resets on the 1st (IST)."
            />
          </div>
          <dl className="mt-4 grid gap-1.5 text-table">
            <Waiting
              term="Transfers on hold"
              amount={on_hold}
              currency={currency}
              words={
                on_hold_count === 0
                  ? 'none'
                  : `in ${on_hold_count} ${on_hold_count === 1 ? 'transfer' : 'transfers'}; not in the balance yet`
              }
              href={on_hold_count === 0 ? null : `/transfers?status=created&customer=${wallet.customer_id}`}
            />
            <Waiting
              term="Pending returns"
              amount={returning_amount}
              currency={currency}
              words={returning_amount === 0 ? 'none' : 'from processing payouts and uncaptured payments'}
              href={null}
            />
          </dl>
        </>
      )}
    </section>
  )
}

function Waiting({
  term,
  amount,
  currency,
  words,
  href,
}: {
  term: string
  amount: number
  currency: string
  words: string
  href: string | null
}) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-ink-2">{term}</dt>
      <dd>
        {amount > 0 && <Money amount={amount} currency={currency} className="font-semibold" />}{' '}
        {href === null ? (
          <span className="text-ink-2">{words}</span>
        ) : (
          <a href={href} className="link">
            {words}
          </a>
        )}
      </dd>
    </div>
  )
}

function NoWallet({ possible }: { possible: boolean }) {
  return (
    <div className="mt-4">
      {possible ? (
        <Notice title="No wallet yet">The first transfer to this customer creates the wallet.</Notice>
      ) : (
        <Notice tone="wait" title="This customer can't have a wallet">
          Wallets need a valid Indian mobile number. Edit the customer to add one.
        </Notice>
      )}
    </div>
  )
}
