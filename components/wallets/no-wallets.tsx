import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'

/** A page of the wallet product in an account that never had it: its purpose, and the alternatives. */
export function NoWallets({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <div className="py-6">
        <PaperCard wide>
          <CardPart>
            <h2 className="text-lead font-semibold">No wallets on this account</h2>
            <p className="mt-1.5 text-ink-2">
              Wallets are discontinued. New users have not been accepted since April 2023, and only accounts
              that had wallets then keep them. The rest of your account works without wallets.
            </p>
          </CardPart>
          <Tear />
          <CardPart>
            <h3 className="text-table font-semibold">Alternatives</h3>
            <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-ink-2">
              <li>
                To return money,{' '}
                <Link href="/payments?status=captured" className="link">
                  refund a payment
                </Link>
                , in full or in part.
              </li>
              <li>To charge less, create the order with the lower amount.</li>
            </ul>
            <div className="mt-4">
              <LinkButton href="/docs/wallets-discontinued">Read the documentation</LinkButton>
            </div>
          </CardPart>
        </PaperCard>
      </div>
    </>
  )
}
