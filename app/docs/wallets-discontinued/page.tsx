import type { Metadata } from 'next'
import { CardPart, PaperCard } from '#components/ui/slip.tsx'

export const metadata: Metadata = { title: 'Wallets are discontinued' }

/** The note that every answer of a wallet address links to. It needs no sign-in: programs read the header, people this. */
export default function WalletsDiscontinued() {
  return (
    <main className="min-h-dvh px-4 py-10">
      <PaperCard wide>
        <CardPart>
          <h1 className="text-title font-semibold">Wallets are discontinued</h1>
          <div className="mt-3 grid gap-3 text-ink-2">
            <p>
              The wallet product has taken no new users since April 2023. Accounts that had it keep it:
              balances, statements, payments from a wallet, refunds to it and payouts from it work as they
              did, exact to the paisa.
            </p>
            <p>
              An account without it gets 400 with the reason{' '}
              <code className="mono">product_discontinued</code>. Every answer of a wallet address carries the
              fields Deprecation, Sunset and Link. Nothing is switched off before the date in Sunset.
            </p>
            <p>
              To leave: pay out the balances with <code className="mono">POST /v1/customers/:id/payouts</code>
              , and give cashback as a refund of the payment that earned it.
            </p>
          </div>
        </CardPart>
      </PaperCard>
    </main>
  )
}
