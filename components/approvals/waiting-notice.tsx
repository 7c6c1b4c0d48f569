import Link from 'next/link'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Time } from '#components/ui/time.tsx'
import { deedOf, type ListedApproval } from '#lib/domain/approvals/schema.ts'

/** What somebody reads who asked for a refund that takes two people: nothing went wrong, and nothing has moved. */
export function WaitsForApproval({ id, children }: { id: string; children: string }) {
  return (
    <Notice tone="wait" role="status" title="It waits for approval">
      {children} Nothing has moved yet.{' '}
      <Link href={`/approvals/${id}`} className="link" prefetch={false}>
        See the request
      </Link>
    </Notice>
  )
}

/**
 * On the page of a record: what waits that touches it.
 * @param all whether the reader may see everybody's; else the pages of one's own only
 */
export function WaitingHere({ approvals, all }: { approvals: ListedApproval[]; all: boolean }) {
  if (approvals.length === 0) return null
  return (
    <Notice
      tone="wait"
      title={approvals.length === 1 ? 'An approval waits' : `${approvals.length} approvals wait`}
    >
      <ul>
        {approvals.map((approval) => (
          <li key={approval.id} className="wrap-anywhere">
            {all || approval.own ? (
              <Link href={`/approvals/${approval.id}`} className="link" prefetch={false}>
                <Asked approval={approval} />
              </Link>
            ) : (
              <Asked approval={approval} />
            )}
            , asked by{' '}
            {approval.actor_kind === 'client'
              ? `${approval.actor_name} for ${approval.user_email}`
              : approval.user_email}
            , until <Time at={approval.expires_at} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Asked({ approval: { operation, amount, currency } }: { approval: ListedApproval }) {
  const [before, after] = deedOf(operation)
  return (
    <>
      To {before} <Money amount={amount} currency={currency} /> {after}
    </>
  )
}

/** Before it is sent: above this amount somebody else decides. */
export function TakesTwo({ above, currency }: { above: number; currency: string }) {
  return (
    <p className="text-table text-ink-2">
      Above <Money amount={above} currency={currency} className="font-semibold text-ink" /> a refund waits for
      somebody else to approve it; nothing leaves your balance before.
    </p>
  )
}
