import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Time } from '#components/ui/time.tsx'
import { isLooserRequest, type ListedApproval, requestVerbOf } from '#lib/domain/approvals/schema.ts'
import { requesterText } from './approval-labels.ts'

/**
 * Shown to the requester of a refund that needs a second person: nothing failed, and no money has moved.
 * @param already whether an earlier request is the same, so that this one was not sent
 */
export function WaitsForApproval({
  id,
  already,
  children,
}: {
  id: string
  already: boolean
  children: string
}) {
  return (
    <Notice tone="wait" role="status" title={already ? 'Already waiting for approval' : 'Sent for approval'}>
      {children} No money has moved yet.{already && ' If your reason has changed, add it there as a comment.'}{' '}
      <Link href={`/approvals/${id}`} className="link">
        View request
      </Link>
    </Notice>
  )
}

/**
 * On the page of a record: the pending requests that concern it.
 * @param all whether the reader may see everyone's; else only links to their own
 */
export function WaitingHere({ approvals, all }: { approvals: ListedApproval[]; all: boolean }) {
  if (approvals.length === 0) return null
  return (
    <Notice
      tone="wait"
      title={approvals.length === 1 ? '1 approval waiting' : `${approvals.length} approvals waiting`}
    >
      <ul>
        {approvals.map((approval) => (
          <li key={approval.id} className="wrap-anywhere">
            {all || approval.own ? (
              <Link href={`/approvals/${approval.id}`} className="link">
                <Requested approval={approval} />
              </Link>
            ) : (
              <Requested approval={approval} />
            )}
            , requested by {requesterText(approval)}, expires <Time at={approval.expires_at} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Requested({ approval: { operation, amount, currency } }: { approval: ListedApproval }) {
  const [before, after] = requestVerbOf(operation)
  if (isLooserRequest(operation)) return <>{`To ${before} ${after}`}</>
  return (
    <>
      To {before} <Money amount={amount} currency={currency} />
      {after && ` ${after}`}
    </>
  )
}

/**
 * Before it is sent: above the threshold someone else decides.
 * @param left what is left of it in these 24 hours
 */
export function TakesTwo({
  threshold,
  left,
  currency,
}: {
  threshold: number
  left: number
  currency: string
}) {
  return (
    <p className="text-table text-ink-2">
      Refunds above <Money amount={threshold} currency={currency} className="font-semibold text-ink" /> need
      approval. Nothing leaves your balance until someone else approves it. Amounts add up over 24 hours
      {left < threshold && (
        <>
          : you have <Money amount={left} currency={currency} className="font-semibold text-ink" /> left
        </>
      )}
      .
    </p>
  )
}

/** A refund of the same payment that waits already. */
export type WaitingRefund = { id: string; amount: number; requester: string; visible: boolean }

/** In the refund form: pending refunds of the same payment, so that none is requested twice. */
export function RefundsWaiting({ waiting, currency }: { waiting: WaitingRefund[]; currency: string }) {
  if (waiting.length === 0) return null
  return (
    <Notice
      tone="wait"
      title={waiting.length === 1 ? 'A refund is waiting for approval' : 'Refunds are waiting for approval'}
    >
      <ul>
        {waiting.map(({ id, amount, requester, visible }) => (
          <li key={id} className="wrap-anywhere">
            <Money amount={amount} currency={currency} />, requested by {requester}
            {visible && (
              <>
                .{' '}
                <Link href={`/approvals/${id}`} className="link">
                  View request
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
