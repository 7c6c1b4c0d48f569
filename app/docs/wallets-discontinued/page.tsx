import type { Metadata } from 'next'
import { prose } from '#components/docs/guides/prose.tsx'

export const metadata: Metadata = { title: 'Wallets are discontinued' }

/** The note that every wallet response links to. It needs no sign-in: clients read the header, people this page. */
export default function WalletsDiscontinued() {
  return (
    <article className="max-w-[720px]">
      <h1 className="text-title font-semibold">Wallets are discontinued</h1>
      <div className={prose}>
        <p>
          The wallet product has accepted no new users since April 2023. Accounts that already had it keep it:
          balances, statements, payments from a wallet, refunds to it and payouts from it work as before.
        </p>
        <p>
          Accounts without wallets get 400 with the reason{' '}
          <a href="/docs/errors#product_discontinued" className="link mono">
            product_discontinued
          </a>
          . Every response of a wallet endpoint has the headers Deprecation, Sunset and Link. Nothing is
          switched off before the date in Sunset.
        </p>
        <p>
          To migrate: pay out the balances with{' '}
          <a href="/docs/reference/customers/create_payout" className="link mono">
            POST /v1/customers/:id/payouts
          </a>
          , and give cashback as a refund of the payment that earned it.
        </p>
      </div>
    </article>
  )
}
