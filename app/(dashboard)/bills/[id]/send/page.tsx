import type { Metadata } from 'next'
import { sendBillAction } from '#app/(dashboard)/bills/actions.ts'
import { earlierMails } from '#app/(dashboard)/outbox/earlier-mails.ts'
import { SendBillForm } from '#components/mails/send-to-payer-form.tsx'
import { SendToPayerPage } from '#components/mails/send-to-payer-page.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { getBillDetails } from '#lib/domain/bills/fetch.ts'
import { sendBill } from '#lib/domain/mails/send-bill.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Send bill · Bills' }

export default async function SendBillPage({ params }: PageProps<'/bills/[id]/send'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const { bill, send_error } = await read(getBillDetails, { bill_id: id })
  const disabledReason = permissions.has(sendBill.permission)
    ? (send_error?.description ?? null)
    : missingPermission(sendBill.permission)
  const earlier = await earlierMails(id)
  return (
    <SendToPayerPage
      crumbs={<Crumbs href="/bills" label="Bills" id={id} />}
      title={`Send bill ${bill.receipt_number}`}
      lead={
        <>
          <Money amount={bill.receipt_summary.net_payable_amount} currency={bill.receipt_summary.currency} />.
          The email links to the{' '}
          <Link href={bill.receipt_url} className="link" target="_blank">
            public page
          </Link>
          , where the bill can be printed and downloaded.
        </>
      }
      disabledReason={disabledReason}
      mails={earlier}
    >
      <SendBillForm
        billId={id}
        action={sendBillAction}
        initial={openForm({ email: bill.customer?.email ?? '' })}
      />
    </SendToPayerPage>
  )
}
