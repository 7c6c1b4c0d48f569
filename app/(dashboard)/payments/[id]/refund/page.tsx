import type { Metadata } from 'next'
import {
  approvalAboveOf,
  paymentOf,
  refundSubjectOf,
  waitingRefundsOf,
} from '#app/(dashboard)/payments/[id]/record.ts'
import { newKey } from '#components/payments/new-key.ts'
import { PlainRefundForm } from '#components/payments/plain-refund-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { missingPermission } from '#lib/permissions.ts'
import { refundFromPage } from './actions.ts'

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
            <PlainRefundForm
              payment={refundSubjectOf(payment, Math.floor(Date.now() / 1000), above, waiting)}
              idempotencyKey={newKey()}
              action={refundFromPage}
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
