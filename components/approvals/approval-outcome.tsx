import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Time } from '#components/ui/time.tsx'
import { type ApprovalDetails, isLooserRequest, resultIdOf } from '#lib/domain/approvals/schema.ts'
import { objectPath } from '#lib/values/object-path.ts'

/** The result of a decided request. */
export function ApprovalOutcome({ approval }: { approval: ApprovalDetails }) {
  const nothing = isLooserRequest(approval.operation) ? 'Nothing has changed.' : 'No money has moved.'
  const { status, decided_by, decided_at, decision_reason, error, finished_at } = approval
  const by = decided_by === null ? '' : ` by ${decided_by}`
  const when = decided_at !== null && (
    <>
      {' '}
      <Time at={decided_at} focusable />
    </>
  )
  if (status === 'approved') {
    return (
      <Notice
        tone={finished_at === null ? 'wait' : 'good'}
        role="status"
        title={finished_at === null ? 'Approved and in progress' : 'Approved and completed'}
      >
        Approved{by}
        {when}. <Result approval={approval} />
      </Notice>
    )
  }
  if (status === 'failed') {
    return (
      <Notice tone="bad" role="status" title="Approved, but the request failed">
        {error?.shown ?? error?.description} Approved{by}
        {when}. {nothing}
      </Notice>
    )
  }
  if (status === 'rejected') {
    return (
      <Notice tone="bad" role="status" title={`Rejected${by}`}>
        <span className="wrap-anywhere">“{decision_reason}”</span>
        {when}. {nothing}
      </Notice>
    )
  }
  if (status === 'withdrawn' && decision_reason !== null) {
    return (
      <Notice role="status" title={`Ended${by}`}>
        {decision_reason}
        {when && <>{when}.</>} {nothing}
      </Notice>
    )
  }
  return (
    <Notice role="status" title={status === 'withdrawn' ? `Withdrawn${by}` : 'No decision within 24 hours'}>
      {nothing} Submit a new request if it is still needed.
    </Notice>
  )
}

/** The refund, the payout, the transfer that came of it. */
function Result({ approval }: { approval: ApprovalDetails }) {
  const id = resultIdOf(approval)
  const path = id === null ? null : objectPath(id)
  if (id === null) return null
  return path === null ? (
    <span className="mono">{id}</span>
  ) : (
    <Link href={path} className="link mono">
      {id}
    </Link>
  )
}
