import Link from 'next/link'
import { Notice } from '#components/ui/notice.tsx'

/** That the product is discontinued, where an account still has it. */
export function DiscontinuedNote() {
  return (
    <div className="no-print mb-4">
      <Notice title="Wallets are discontinued">
        This account keeps what it has: balances, statements, payments, refunds and payouts work as they did.
        No account gets the product anew.{' '}
        <Link href="/docs/wallets-discontinued" className="link">
          What that means
        </Link>
      </Notice>
    </div>
  )
}
