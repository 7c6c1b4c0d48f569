import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'

/** Live mode without an acquirer, said before anything is offered that needs one. */
export function NoAcquirer({ wallet }: { wallet: boolean }) {
  return (
    <Notice tone="wait" title="Live payments aren't available">
      {wallet
        ? 'No acquirer is configured for live mode. Customers can pay from their wallets only. '
        : 'No acquirer is configured for live mode, so the checkout page cannot take payments. '}
      An owner or admin adds one under{' '}
      <Link href="/settings/acquirer" className="link">
        Settings, Acquirer
      </Link>
      .
    </Notice>
  )
}
