import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Obstacle } from '#lib/domain/closures/schema.ts'

/** What each is called, and where it is settled. */
const WHERE: Record<Obstacle['kind'], { label: string; href: string }> = {
  balance: { label: 'Balance', href: '/settlements' },
  payments_in_progress: { label: 'Payments in progress', href: '/payments?status=created' },
  payments_authorized: { label: 'Authorized payments', href: '/payments?status=authorized' },
  refunds_pending: { label: 'Pending refunds', href: '/refunds?status=pending' },
  payouts_processing: { label: 'Processing payouts', href: '/payouts?status=processing' },
  settlements_created: { label: 'Settlements at the bank', href: '/settlements?status=created' },
  transfers_on_hold: { label: 'Transfers on hold', href: '/transfers?status=created' },
  wallets: { label: 'Wallets of customers', href: '/wallets' },
  batches_running: { label: 'Running batches', href: '/batches' },
}

/** The money of live mode that is in the way of a deletion, with the pages where it is settled. */
export function Obstacles({ obstacles }: { obstacles: Obstacle[] }) {
  if (obstacles.length === 0) return null
  return (
    <Notice tone="wait" title="There is still money in live mode">
      <p>Refund it, settle it or pay it out first. Switch to live mode to open the pages.</p>
      <ul className="mt-2 space-y-1">
        {obstacles.map(({ kind, amount, currency, count }) => (
          <li key={kind}>
            <Link href={WHERE[kind].href}>{WHERE[kind].label}</Link>:{' '}
            <Money amount={amount} currency={currency} />
            {kind !== 'balance' && ` in ${count}`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
