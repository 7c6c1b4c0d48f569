import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { RecordComments } from '#app/(dashboard)/comments/record-comments.tsx'
import { AttachedDocuments } from '#app/(dashboard)/documents/attached-documents.tsx'
import {
  capturePaymentAction,
  refundPaymentAction,
  updatePaymentAction,
} from '#app/(dashboard)/payments/actions.ts'
import { WaitingHere } from '#components/approvals/waiting-notice.tsx'
import { NotesPanel } from '#components/payments/notes-panel.tsx'
import { CaptureLink, RefundPaymentLink } from '#components/payments/payment-actions.tsx'
import { PaymentHead, PaymentStrip } from '#components/payments/payment-overview.tsx'
import { PaymentStub } from '#components/payments/payment-stub.tsx'
import { PaymentTimeline } from '#components/payments/payment-timeline.tsx'
import { RefundsOfPayment } from '#components/payments/refunds-of-payment.tsx'
import { StatePoller } from '#components/payments/state-poller.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { DisabledAction, Permitted } from '#components/ui/disabled-action.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { statusWord } from '#components/ui/status-pill.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { ALL_APPROVALS } from '#lib/domain/approvals/schema.ts'
import { fetchWaitingApprovals } from '#lib/domain/approvals/waiting.ts'
import { listEventsForDashboard } from '#lib/domain/events/list.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { fetchPayment, listPaymentsOfPayer } from '#lib/domain/payments/fetch.ts'
import {
  FAILURE_MESSAGES,
  reasonWord,
  sourceWord,
  stepWord,
} from '#lib/domain/payments/schema/failure-messages.ts'
import type { PaymentDetails } from '#lib/domain/payments/schema.ts'
import { fetchPaymentTimeline } from '#lib/domain/payments/timeline.ts'
import { updatePayment } from '#lib/domain/payments/update.ts'
import { refundPaymentIfUnchanged } from '#lib/domain/refunds/create.ts'
import type { ListedRefund } from '#lib/domain/refunds/schema.ts'
import { listRequestsForDashboard } from '#lib/domain/requests/list.ts'
import { fetchPaymentSettlement } from '#lib/domain/settlements/settings.ts'
import { transferPayment } from '#lib/domain/transfers/create.ts'
import { fetchDeliveriesAbout } from '#lib/domain/webhooks/deliveries.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { hasWallets } from '#lib/values/capability.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { missingPermission } from '#lib/values/permissions.ts'
import { refundDue } from '#lib/values/working-days.ts'
import { PaymentEvents, PaymentRequests, PaymentWebhooks } from './activity.tsx'
import {
  approvalAboveOf,
  captureSubjectOf,
  isPending,
  paymentOf,
  refundReasonsOf,
  refundSubjectOf,
  refundsOf,
  stateOf,
  waitingRefundsOf,
} from './record.ts'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [payment, { grouping }] = await Promise.all([paymentOf((await params).id), currentPreferences()])
  const state = statusWord({ kind: 'payment', status: payment.status }).toLowerCase()
  return {
    title: `${formatMoney(payment.amount, payment.currency, grouping)} ${state} · ${payment.id} · Payments`,
  }
}

/** The tabs of what happened around the payment, each for those who may see its list. */
const ACTIVITY = [
  { name: 'webhooks', label: 'Webhooks', permission: fetchDeliveriesAbout.permission, Part: PaymentWebhooks },
  {
    name: 'requests',
    label: 'Requests',
    permission: listRequestsForDashboard.permission,
    Part: PaymentRequests,
  },
  { name: 'events', label: 'Events', permission: listEventsForDashboard.permission, Part: PaymentEvents },
] as const

export default async function PaymentPage({ params, searchParams }: Props) {
  const { id } = await params
  const { tab, expand } = await searchParams
  const [{ permissions }, payment, refunds, settlement, others] = await Promise.all([
    requireStaff(),
    paymentOf(id),
    refundsOf(id),
    tryRead(fetchPaymentSettlement, { id }),
    tryRead(listPaymentsOfPayer, { id }),
  ])
  const now = Math.floor(Date.now() / 1000)
  const activity = ACTIVITY.find(({ name }) => name === tab)
  return (
    <>
      <Crumbs href="/payments" label="Payments" id={id} />
      <Slip
        wide={activity !== undefined}
        stub={
          <PaymentStub
            payment={payment}
            now={now}
            settlement={payment.captured && settlement.ok ? settlement.value : undefined}
            others={others.ok ? others.value : undefined}
            notes={
              <>
                <NotesPanel
                  id={id}
                  notes={Array.isArray(payment.notes) ? {} : payment.notes}
                  disabledReason={
                    permissions.has(updatePayment.permission)
                      ? null
                      : missingPermission(updatePayment.permission)
                  }
                  update={updatePaymentAction}
                />
                <StubSection title="Documents">
                  <AttachedDocuments objectId={id} />
                </StubSection>
              </>
            }
          />
        }
      >
        <PaymentHead
          payment={payment}
          now={now}
          actions={
            <>
              <ReceiptAction payment={payment} />
              <TransferAction payment={payment} />
              <Actions payment={payment} now={now} />
            </>
          }
        />
        <div className="mt-5">
          <Tabs
            label="Views of this payment"
            tabs={[
              { href: `/payments/${id}`, label: 'Overview', current: tab === undefined },
              {
                href: `/payments/${id}?tab=refunds`,
                label: 'Refunds',
                count: refunds.length,
                current: tab === 'refunds',
              },
              ...ACTIVITY.filter(({ permission }) => permissions.has(permission)).map(({ name, label }) => ({
                href: `/payments/${id}?tab=${name}`,
                label,
                current: tab === name,
              })),
              { href: `/payments/${id}?tab=json`, label: 'JSON', current: tab === 'json' },
            ]}
          />
        </div>
        {tab === 'json' ? (
          <Json id={id} expand={expand === 'card'} hasCard={payment.card !== undefined} />
        ) : activity && permissions.has(activity.permission) ? (
          <activity.Part ids={[id, ...refunds.map((refund) => refund.id)]} />
        ) : tab === 'refunds' ? (
          <RefundsOfPayment refunds={refunds} due={dueOf(refunds)} />
        ) : (
          <Overview payment={payment} refunds={refunds} />
        )}
      </Slip>
      {isPending(payment, refunds) && (
        <StatePoller id={id} state={stateOf(payment, refunds)} since={lastChange(payment, refunds)} />
      )}
    </>
  )
}

async function Overview({ payment, refunds }: { payment: PaymentDetails; refunds: ListedRefund[] }) {
  const [{ permissions }, timeline, waiting] = await Promise.all([
    requireStaff(),
    tryRead(fetchPaymentTimeline, { id: payment.id }),
    tryRead(fetchWaitingApprovals, { object: payment.id }),
  ])
  const pending = refunds
    .filter(({ status }) => status === 'pending')
    .reduce((sum, { amount }) => sum + amount, 0)
  return (
    <>
      {waiting.ok && waiting.value.items.length > 0 && (
        <div className="mt-4">
          <WaitingHere approvals={waiting.value.items} all={permissions.has(ALL_APPROVALS)} />
        </div>
      )}
      {payment.status === 'failed' && <FailureCard payment={payment} />}
      <PaymentStrip payment={payment} pending={pending} />
      {timeline.ok ? (
        <PaymentTimeline
          entries={timeline.value.items}
          payment={payment}
          refunds={refunds}
          due={dueOf(refunds)}
        />
      ) : (
        <Failure requestId={timeline.request_id}>{timeline.description}</Failure>
      )}
      <RecordComments objectId={payment.id} />
    </>
  )
}

/** The available actions; a disabled one says why. A failed payment has none, and its card explains it. */
async function Actions({ payment, now }: { payment: PaymentDetails; now: number }): Promise<ReactNode> {
  const { account, permissions } = await requireStaff()
  if (payment.status === 'failed') return null
  if (payment.status === 'created' || payment.status === 'authorized') {
    const reason =
      payment.capture_error?.description ??
      (permissions.has(capturePayment.permission) ? null : missingPermission(capturePayment.permission))
    if (reason !== null) return <DisabledAction reason={reason}>Capture</DisabledAction>
    return <CaptureLink {...captureSubjectOf(payment)} capture={capturePaymentAction} />
  }
  const reason =
    payment.refund_error?.description ??
    (permissions.has(refundPaymentIfUnchanged.permission)
      ? null
      : missingPermission(refundPaymentIfUnchanged.permission))
  if (reason !== null) return <DisabledAction reason={reason}>Refund</DisabledAction>
  const [above, waiting, reasons] = await Promise.all([
    approvalAboveOf(),
    waitingRefundsOf(payment.id),
    refundReasonsOf(),
  ])
  return (
    <RefundPaymentLink
      {...refundSubjectOf(payment, {
        merchant: account.billing_label,
        now,
        approval: above,
        waiting,
        reasons,
      })}
      refund={refundPaymentAction}
    />
  )
}

/** Of money that was received, even if it was refunded since. */
async function ReceiptAction({ payment: { id, receipt_error } }: { payment: PaymentDetails }) {
  const { permissions } = await requireStaff()
  if (receipt_error !== null) return null
  return (
    <Permitted
      allowed={permissions.has(updatePayment.permission)}
      permission={updatePayment.permission}
      label="Email receipt"
    >
      <LinkButton href={`/payments/${id}/receipt`}>Email receipt</LinkButton>
    </Permitted>
  )
}

/** Into a wallet, in an account that has the product. */
async function TransferAction({ payment: { id, transfer_error } }: { payment: PaymentDetails }) {
  const { account, permissions } = await requireStaff()
  if (transfer_error !== null || !hasWallets(account)) return null
  return (
    <Permitted
      allowed={permissions.has(transferPayment.permission)}
      permission={transferPayment.permission}
      label="Transfer to a wallet"
    >
      <LinkButton href={`/payments/${id}/transfer`}>Transfer to a wallet</LinkButton>
    </Permitted>
  )
}

async function Json({ id, expand, hasCard }: { id: string; expand: boolean; hasCard: boolean }) {
  const value = await read(fetchPayment, { id, expand: expand ? ['card'] : [] })
  return (
    <>
      {hasCard && (
        <p className="mb-3 text-table">
          <Link
            href={expand ? `/payments/${id}?tab=json` : `/payments/${id}?tab=json&expand=card`}
            className="link"
          >
            {expand ? 'Without the card' : 'With the card expanded'}
          </Link>
        </p>
      )}
      <JsonTab
        value={value}
        request={{ method: 'GET', path: `/v1/payments/${id}${expand ? '?expand[]=card' : ''}` }}
      />
    </>
  )
}

function dueOf(refunds: ListedRefund[]): Map<string, number> {
  return new Map(refunds.map((refund) => [refund.id, refundDue(refund.created_at)]))
}

function lastChange(payment: PaymentDetails, refunds: ListedRefund[]): number {
  return Math.max(
    payment.created_at,
    payment.authorized_at ?? 0,
    ...refunds.map((refund) => refund.created_at),
  )
}

/** Why a payment failed: where and at what, in a sentence; who has to act; and whether a retry helps. */
function FailureCard({ payment }: { payment: PaymentDetails }) {
  const { error_reason: reason, error_source, error_step } = payment
  const known = reason === null ? undefined : FAILURE_MESSAGES[reason]
  const path = [
    sourceWord(error_source),
    stepWord(error_step),
    reason === null ? null : reasonWord(reason).toLowerCase(),
  ].filter(Boolean)
  return (
    <div className="my-5">
      <Notice tone="bad" title={payment.error_description ?? 'The payment failed.'}>
        <p className="mt-1 text-ink-2">{path.join(' → ')}</p>
        {known && (
          <DescriptionList className="mt-2">
            <dt>Next step</dt>
            <dd>{known.act}</dd>
            <dt>Retry</dt>
            <dd>{known.retry} The order can still be paid.</dd>
          </DescriptionList>
        )}
        {reason && (
          <p className="mt-2 text-small text-ink-2">
            <span className="mono">
              {payment.error_code} · {reason}
            </span>
          </p>
        )}
      </Notice>
    </div>
  )
}
