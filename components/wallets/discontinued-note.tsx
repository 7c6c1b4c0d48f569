import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'

/** That the product is discontinued, where an account still has it. */
export function DiscontinuedNote() {
  return (
    <div className="print:hidden mb-4">
      <Notice title="Wallets are discontinued">
        Wallets are no longer offered to new accounts. Yours keeps working: balances, statements, payments,
        refunds and payouts are unchanged.{' '}
        <Link href="/docs/wallets-discontinued" className="link">
          Learn more
        </Link>
      </Notice>
    </div>
  )
}
