import type { Metadata } from 'next'
import {
  approvalAboveOf,
  paymentOf,
  refundReasonsOf,
  refundSubjectOf,
  waitingRefundsOf,
} from '#app/(dashboard)/payments/[id]/record.ts'
import { refundPaymentAction } from '#app/(dashboard)/payments/actions.ts'
import { RefundPageForm } from '#components/payments/refund-form.tsx'
import { FormPage } from '#components/shared/form-page.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { refundPaymentIfUnchanged } from '#lib/domain/refunds/create.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { decimalOf } from '#lib/values/money-text.ts'
import { missingPermission } from '#lib/values/permissions.ts'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Refund · ${(await params).id} · Payments` }
}

export default async function RefundPage({ params }: Props) {
  const { id } = await params
  const [{ account, permissions }, payment, above, waiting, reasons] = await Promise.all([
    requireStaff(),
    paymentOf(id),
    approvalAboveOf(),
    waitingRefundsOf(id),
    refundReasonsOf(),
  ])
  const disabledReason =
    payment.refund_error?.description ??
    (permissions.has(refundPaymentIfUnchanged.permission)
      ? null
      : missingPermission(refundPaymentIfUnchanged.permission))
  const subject = refundSubjectOf(payment, {
    merchant: account.billing_label,
    now: Math.floor(Date.now() / 1000),
    approval: above,
    waiting,
    reasons,
  })
  return (
    <FormPage
      title="Refund payment"
      crumbs={<Crumbs href="/payments" label="Payments" id={id} />}
      back={{ href: `/payments/${id}`, label: 'Back to the payment' }}
      disabledReason={disabledReason}
      disabledTitle="This payment can't be refunded"
    >
      <RefundPageForm
        payment={subject}
        initial={openForm({
          amount: decimalOf(subject.refundable, subject.currency),
          speed: subject.instant ? reasons.speed : 'normal',
        })}
        action={refundPaymentAction}
      />
    </FormPage>
  )
}
