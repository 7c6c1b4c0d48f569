import type { Metadata } from 'next'
import { captureSubjectOf, paymentOf } from '#app/(dashboard)/payments/[id]/record.ts'
import { capturePaymentAction } from '#app/(dashboard)/payments/actions.ts'
import { CapturePageForm } from '#components/payments/capture-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { missingPermission } from '#lib/permissions.ts'
import { openForm } from '#lib/surfaces/form-action.ts'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Capture · ${(await params).id} · Payments` }
}

export default async function CapturePage({ params }: Props) {
  const { id } = await params
  const [{ permissions }, payment] = await Promise.all([requireStaff(), paymentOf(id)])
  const refusal =
    payment.capture_refusal?.description ??
    (permissions.has('payments:capture') ? null : missingPermission('payments:capture'))
  return (
    <div className="max-w-[620px]">
      <Crumbs href="/payments" label="Payments" id={id} />
      <PaperCard wide>
        <CardPart>
          <h1 className="text-title font-semibold tracking-[-0.012em]">Capture payment</h1>
        </CardPart>
        <Tear />
        <CardPart>
          {refusal === null ? (
            <CapturePageForm
              payment={captureSubjectOf(payment)}
              initial={openForm()}
              action={capturePaymentAction}
            />
          ) : (
            <Notice tone="wait" title="This payment can't be captured">
              {refusal}
            </Notice>
          )}
        </CardPart>
      </PaperCard>
    </div>
  )
}
