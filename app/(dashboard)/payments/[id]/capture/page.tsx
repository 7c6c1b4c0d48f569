import type { Metadata } from 'next'
import { captureSubjectOf, paymentOf } from '#app/(dashboard)/payments/[id]/record.ts'
import { capturePaymentAction } from '#app/(dashboard)/payments/actions.ts'
import { CapturePageForm } from '#components/payments/capture-form.tsx'
import { FormPage } from '#components/shared/form-page.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { missingPermission } from '#lib/values/permissions.ts'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Capture · ${(await params).id} · Payments` }
}

export default async function CapturePage({ params }: Props) {
  const { id } = await params
  const [{ permissions }, payment] = await Promise.all([requireStaff(), paymentOf(id)])
  const disabledReason =
    payment.capture_error?.description ??
    (permissions.has(capturePayment.permission) ? null : missingPermission(capturePayment.permission))
  return (
    <FormPage
      title="Capture payment"
      crumbs={<Crumbs href="/payments" label="Payments" id={id} />}
      back={{ href: `/payments/${id}`, label: 'Back to the payment' }}
      disabledReason={disabledReason}
      disabledTitle="This payment can't be captured"
    >
      <CapturePageForm
        payment={captureSubjectOf(payment)}
        initial={openForm()}
        action={capturePaymentAction}
      />
    </FormPage>
  )
}
