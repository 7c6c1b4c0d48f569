import type { ReactNode } from 'react'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { ViewedWallet } from '#lib/domain/wallets/schema.ts'
import { Meter } from './meter.tsx'

type WalletCardProps = {
  wallet: ViewedWallet
  actions: ReactNode
}

/** The wallet of a customer: what it holds, how near it is to its limits, and what is on its way. */
export function WalletCard({ wallet, actions }: WalletCardProps) {
  const { balance, currency, returning_amount, on_hold, on_hold_count, max_balance } = wallet
  return (
    <section aria-labelledby="wallet" className="mt-3">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div>
          <h2 id="wallet" className="text-table text-ink-2">
            Balance of the wallet
          </h2>
          <p className="text-amount font-semibold tracking-[-0.025em]">
            <Money amount={balance} currency={currency} />
          </p>
        </div>
        <div className="no-print ml-auto flex flex-wrap gap-2 max-phone:ml-0">{actions}</div>
      </div>
      {!wallet.exists && <NoWallet possible={wallet.possible} />}
      {wallet.exists && (
        <>
          <div className="mt-4 grid gap-x-8 gap-y-4 desk:grid-cols-2">
            <Meter
              label="Held, of what it may hold"
              used={balance}
              waiting={returning_amount}
              most={max_balance}
              currency={currency}
              note={returning_amount > 0 ? 'What may come back is kept free.' : undefined}
            />
            <Meter
              label="In this month, of what it may take"
              used={wallet.monthly_usage}
              most={wallet.monthly_limit}
              currency={currency}
              note="The month is that of Asia/Kolkata."
            />
          </div>
          <dl className="mt-4 grid gap-1.5 text-table">
            <Waiting
              term="On hold for it"
              amount={on_hold}
              currency={currency}
              words={
                on_hold_count === 0
                  ? 'nothing waits'
                  : `in ${on_hold_count} ${on_hold_count === 1 ? 'transfer' : 'transfers'}; not in the balance yet`
              }
              href={on_hold_count === 0 ? null : `/transfers?status=created&customer=${wallet.customer_id}`}
            />
            <Waiting
              term="May come back to it"
              amount={returning_amount}
              currency={currency}
              words={
                returning_amount === 0
                  ? 'nothing is on its way out'
                  : 'from payouts at the bank and payments that are not captured'
              }
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
        <Money amount={amount} currency={currency} className="font-semibold" />{' '}
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
        <Notice title="There is no wallet yet">The first transfer to this customer makes it.</Notice>
      ) : (
        <Notice tone="wait" title="This customer cannot have a wallet">
          A wallet needs a valid Indian mobile number. Edit the customer to give them one.
        </Notice>
      )}
    </div>
  )
}
