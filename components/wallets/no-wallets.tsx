import Link from 'next/link'
import { LinkButton } from '#components/ui/button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'

/** A page of the wallet product in an account that never had it: what it was, and what does the same now. */
export function NoWallets({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <div className="py-6">
        <PaperCard wide>
          <CardPart>
            <h2 className="text-lead font-semibold">This account has no wallets</h2>
            <p className="mt-1.5 text-ink-2">
              The wallet product is discontinued: it has taken no new users since April 2023 and serves only
              the accounts that had it then. Nothing is wrong with this account, and nothing else in it
              depends on wallets.
            </p>
          </CardPart>
          <Tear />
          <CardPart>
            <h3 className="text-table font-semibold">What to use instead</h3>
            <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-ink-2">
              <li>
                To give money back,{' '}
                <Link href="/payments?status=captured" className="link">
                  refund a payment
                </Link>
                , in full or in part.
              </li>
              <li>To take a smaller amount, create the order with the lower amount.</li>
            </ul>
            <div className="mt-4">
              <LinkButton href="/docs/wallets-discontinued">Read the note</LinkButton>
            </div>
          </CardPart>
        </PaperCard>
      </div>
    </>
  )
}
