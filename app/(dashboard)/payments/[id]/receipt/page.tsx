import type { Metadata } from 'next'
import { earlierMails } from '#app/(dashboard)/outbox/earlier-mails.ts'
import { paymentOf } from '#app/(dashboard)/payments/[id]/record.ts'
import { sendReceiptAction } from '#app/(dashboard)/payments/actions.ts'
import { SendToPayerForm } from '#components/mails/send-to-payer-form.tsx'
import { SendToPayerPage } from '#components/mails/send-to-payer-page.tsx'
import { Money } from '#components/ui/money.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { sendReceipt } from '#lib/domain/mails/send-receipt.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { DEFAULT_LANGUAGE } from '#lib/values/language.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Email receipt · Payments' }

export default async function ReceiptPage({ params }: PageProps<'/payments/[id]/receipt'>) {
  const { id } = await params
  const [{ permissions }, payment, earlier] = await Promise.all([
    requireStaff(),
    paymentOf(id),
    earlierMails(id),
  ])
  const disabledReason = permissions.has(sendReceipt.permission)
    ? (payment.receipt_error?.description ?? null)
    : missingPermission(sendReceipt.permission)
  return (
    <SendToPayerPage
      crumbs={<Crumbs href="/payments" label="Payments" id={id} />}
      title="Email receipt"
      lead={
        <>
          <Money amount={payment.amount} currency={payment.currency} /> with method, references, time and
          refunds, in your name.
        </>
      }
      disabledReason={disabledReason}
      mails={earlier}
    >
      <SendToPayerForm
        id={id}
        action={sendReceiptAction}
        initial={openForm({ email: payment.email ?? '', language: DEFAULT_LANGUAGE })}
        failed="Receipt not sent"
        label="Email receipt"
        cancelHref={`/payments/${id}`}
      />
    </SendToPayerPage>
  )
}
