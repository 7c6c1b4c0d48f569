import { cache } from 'react'
import { requesterText } from '#components/approvals/approval-labels.ts'
import type { WaitingRefund } from '#components/approvals/waiting-notice.tsx'
import type { CapturedPayment } from '#components/payments/capture-summary.tsx'
import { customerText } from '#components/payments/contact-text.ts'
import { methodInWords } from '#components/payments/method-labels.ts'
import type { RefundSubject } from '#components/payments/refund-subject.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { flowOf } from '#lib/domain/approvals/schema/policy.ts'
import { ALL_APPROVALS } from '#lib/domain/approvals/schema.ts'
import { fetchApprovalThresholds } from '#lib/domain/approvals/thresholds.ts'
import { fetchWaitingApprovals } from '#lib/domain/approvals/waiting.ts'
import { getPaymentDetails } from '#lib/domain/payments/fetch.ts'
import type { PaymentDetails } from '#lib/domain/payments/schema.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { fetchRefundReasons } from '#lib/domain/refunds/reasons.ts'
import type { RefundReasons } from '#lib/domain/refunds/schema/reasons.ts'
import type { ListedRefund } from '#lib/domain/refunds/schema.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { REFUND_DAYS, workingDaysAfter } from '#lib/values/working-days.ts'

export const paymentOf = cache((id: string) => read(getPaymentDetails, { id }))

/** Its refunds, newest first; none without the permission to see refunds. */
export const refundsOf = cache(async (id: string): Promise<ListedRefund[]> => {
  const found = await tryRead(listRefundsForDashboard, { payment: id, count: 100 })
  return found.ok ? found.value.items : []
})

/**
 * The changing parts of the page, as one text: the page polls for it while it waits, and is rendered again when it
 * differs.
 */
export function stateOf(payment: PaymentDetails, refunds: ListedRefund[]): string {
  return [
    payment.status,
    payment.operation,
    payment.amount_refunded,
    ...refunds.map((refund) => `${refund.id} ${refund.status}`),
  ].join(', ')
}

/** Whether something is under way at the bank. */
export function isPending(payment: PaymentDetails, refunds: ListedRefund[]): boolean {
  return (
    payment.status === 'created' ||
    payment.operation !== null ||
    refunds.some((refund) => refund.status === 'pending')
  )
}

type Approval = Pick<RefundSubject, 'approvalAbove' | 'approvalThreshold'>

/** Above which amount a refund of the reader needs approval. */
export const approvalAboveOf = cache(async (): Promise<Approval> => {
  const found = await tryRead(fetchApprovalThresholds, {})
  const { own = null, own_left = null } = found.ok ? found.value.refunds : {}
  return { approvalAbove: own_left, approvalThreshold: own }
})

/** The refunds of a payment that wait for approval, newest first. */
export const waitingRefundsOf = cache(async (id: string): Promise<WaitingRefund[]> => {
  const [found, { permissions }] = await Promise.all([
    tryRead(fetchWaitingApprovals, { object: id }),
    requireStaff(),
  ])
  if (!found.ok) return []
  return found.value.items
    .filter(({ operation }) => flowOf(operation) === 'refunds')
    .map((approval) => ({
      id: approval.id,
      amount: approval.amount,
      requester: requesterText(approval),
      visible: approval.own || permissions.has(ALL_APPROVALS),
    }))
})

/** The reasons that the merchant lets staff choose from. Any text is one if they cannot be read. */
export const refundReasonsOf = cache(async (): Promise<RefundReasons> => {
  const found = await tryRead(fetchRefundReasons, {})
  return found.ok ? found.value : { reasons: [], required: false, speed: 'normal' }
})

export function refundSubjectOf(
  payment: PaymentDetails,
  {
    merchant,
    now,
    approval,
    waiting,
    reasons,
  }: { merchant: string; now: number; approval: Approval; waiting: WaitingRefund[]; reasons: RefundReasons },
): RefundSubject {
  return {
    id: payment.id,
    merchant,
    amount: payment.amount,
    currency: payment.currency,
    refundable: payment.refundable,
    customer: customerText(payment),
    method: methodInWords(payment),
    receipt: payment.receipt,
    fee: payment.fee,
    instant: payment.instant_refund,
    wallet: payment.wallet === 'openwallet',
    ...approval,
    waiting,
    reasons,
    arrives: { from: workingDaysAfter(now, REFUND_DAYS.min), to: workingDaysAfter(now, REFUND_DAYS.max) },
  }
}

export function captureSubjectOf(payment: PaymentDetails): CapturedPayment {
  return {
    id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    customer: customerText(payment),
    method: methodInWords(payment),
    receipt: payment.receipt,
    captureBy: payment.capture_by,
    expectedFee: payment.expected_fee,
  }
}
