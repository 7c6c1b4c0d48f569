import type { Metadata } from 'next'
import { cache } from 'react'
import {
  approveApprovalAction,
  cancelApprovalAction,
  rejectApprovalAction,
} from '#app/(dashboard)/approvals/actions.ts'
import { RecordComments } from '#app/(dashboard)/comments/record-comments.tsx'
import { ApprovalHead } from '#components/approvals/approval-head.tsx'
import { APPROVAL_LOOKS, OPERATION_LABELS } from '#components/approvals/approval-labels.ts'
import { ApprovalOutcome } from '#components/approvals/approval-outcome.tsx'
import { ApprovalStub } from '#components/approvals/approval-stub.tsx'
import { ApproveForm, RejectForm, WithdrawForm } from '#components/approvals/decide-forms.tsx'
import { ApprovalChanges, ApprovalRequestDetails } from '#components/approvals/request-details.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { TimelineSection } from '#components/shared/record-timeline.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { fetchApprovalTimeline, getApprovalDetails } from '#lib/domain/approvals/get-details.ts'
import {
  type ApprovalDetails,
  describeRequest,
  exceededLimit,
  isLooserRequest,
  whyItWaits,
} from '#lib/domain/approvals/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { formatMoney } from '#lib/values/money-text.ts'

const approvalOf = cache((id: string) => read(getApprovalDetails, { id }))

export async function generateMetadata({ params }: PageProps<'/approvals/[id]'>): Promise<Metadata> {
  const [approval, { grouping }] = await Promise.all([approvalOf((await params).id), currentPreferences()])
  const { amount, currency, status, id, operation } = approval
  return {
    title: `${isLooserRequest(operation) ? OPERATION_LABELS[operation] : formatMoney(amount, currency, grouping)} ${APPROVAL_LOOKS[status].word.toLowerCase()} · ${id} · Approvals`,
  }
}

export default async function ApprovalPage({ params }: PageProps<'/approvals/[id]'>) {
  const { id } = await params
  const [approval, { grouping }] = await Promise.all([approvalOf(id), currentPreferences()])
  const timeline = await tryRead(fetchApprovalTimeline, { id })
  const now = Math.floor(Date.now() / 1000)
  const open = approval.status === 'waiting'
  const running = approval.status === 'approved' && approval.finished_at === null
  return (
    <>
      <Crumbs href="/approvals" label="Approvals" id={id} />
      <Slip stub={<ApprovalStub approval={approval} />}>
        <ApprovalHead approval={approval} now={now} />
        <div className="mt-5 grid grid-cols-1 gap-6">
          {open ? <Decision approval={approval} /> : <ApprovalOutcome approval={approval} />}
          {approval.changes && <ApprovalChanges changes={approval.changes} />}
          <ApprovalRequestDetails approval={approval} grouping={grouping} />
          <RecordComments objectId={id} />
          <TimelineSection timeline={timeline} own={id} />
        </div>
      </Slip>
      {(open || running) && <AutoRefresh seconds={running ? 3 : 20} />}
    </>
  )
}

async function Decision({ approval }: { approval: ApprovalDetails }) {
  const [{ account }, { grouping }] = await Promise.all([requireStaff(), currentPreferences()])
  const {
    id,
    amount,
    currency,
    operation,
    decision_error: disabledReason,
    own,
    requester_gone: gone,
    others_waiting: others,
  } = approval
  return (
    <section aria-labelledby="decide" className="grid grid-cols-1 gap-4">
      <div>
        <h2 id="decide" className="text-table font-semibold">
          Reason for approval
        </h2>
        <p className="mt-1 max-w-[60ch] text-ink-2">
          {[
            whyItWaits(approval.cause),
            exceededLimit(approval, (limit) => formatMoney(limit, account.currency, grouping)),
          ]
            .filter(Boolean)
            .join(' ')}{' '}
          {isLooserRequest(operation) ? 'No settings have changed yet.' : 'No money has moved yet.'}
        </p>
        {approval.takes_effect_at !== null && (
          <p className="mt-1 max-w-[60ch]">
            No one else can approve it, so it takes effect{' '}
            <Time at={approval.takes_effect_at} form="full" focusable />. Withdraw it if you don’t want that.
          </p>
        )}
        {others > 0 && (
          <p className="mt-1 max-w-[60ch]">
            <Link href={`/approvals?status=waiting&object=${approval.object_id}`} className="link">
              {others === 1 ? '1 other request' : `${others} other requests`}
            </Link>{' '}
            for the same record {others === 1 ? 'is' : 'are'} waiting.
          </p>
        )}
      </div>
      {disabledReason === null && gone !== null ? (
        <>
          <Notice tone="wait" title="This request can no longer run">
            {gone}
          </Notice>
          <RejectForm id={id} action={rejectApprovalAction} initial={openForm()} only />
        </>
      ) : disabledReason === null ? (
        <>
          <ApproveForm
            id={id}
            action={approveApprovalAction}
            initial={openForm()}
            live={account.mode === 'live'}
            verb={describeRequest(operation, formatMoney(amount, currency, grouping))}
          />
          <RejectForm id={id} action={rejectApprovalAction} initial={openForm()} />
        </>
      ) : (
        <Notice tone="wait" title={own ? 'Someone else must approve this' : "You can't decide this request"}>
          {disabledReason}
          <span className="mt-2 flex flex-wrap gap-2">
            <DisabledAction reason={disabledReason}>Approve</DisabledAction>
          </span>
        </Notice>
      )}
      {own && <WithdrawForm id={id} action={cancelApprovalAction} initial={openForm()} />}
    </section>
  )
}
