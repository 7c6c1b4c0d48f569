import type { Metadata } from 'next'
import {
  approvalAboveOf,
  paymentOf,
  refundSubjectOf,
  waitingRefundsOf,
} from '#app/(dashboard)/payments/[id]/record.ts'
import { refundPaymentAction } from '#app/(dashboard)/payments/actions.ts'
import { RefundPageForm } from '#components/payments/refund-page-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { missingPermission } from '#lib/permissions.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { decimalOf } from '#lib/values/money-text.ts'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Refund · ${(await params).id} · Payments` }
}

export default async function RefundPage({ params }: Props) {
  const { id } = await params
  const [{ permissions }, payment, above, waiting] = await Promise.all([
    requireStaff(),
    paymentOf(id),
    approvalAboveOf(),
    waitingRefundsOf(id),
  ])
  const refusal =
    payment.refund_refusal?.description ??
    (permissions.has('refunds:write') ? null : missingPermission('refunds:write'))
  const subject = refundSubjectOf(payment, Math.floor(Date.now() / 1000), above, waiting)
  return (
    <div className="max-w-[620px]">
      <Crumbs href="/payments" label="Payments" id={id} />
      <PaperCard wide>
        <CardPart>
          <h1 className="text-title font-semibold tracking-[-0.012em]">Refund payment</h1>
        </CardPart>
        <Tear />
        <CardPart>
          {refusal === null ? (
            <RefundPageForm
              payment={subject}
              initial={openForm({ amount: decimalOf(subject.refundable, subject.currency) })}
              action={refundPaymentAction}
            />
          ) : (
            <Notice tone="wait" title="This payment can't be refunded">
              {refusal}
            </Notice>
          )}
        </CardPart>
      </PaperCard>
    </div>
  )
}
