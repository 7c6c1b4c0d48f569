import type { Metadata } from 'next'
import Link from 'next/link'
import { sendBillAction } from '#app/(dashboard)/bills/actions.ts'
import { MailsTable } from '#components/mails/mails-table.tsx'
import { SendBillForm } from '#components/mails/send-bill-form.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchBill } from '#lib/domain/bills/fetch.ts'
import { listMailsForDashboard } from '#lib/domain/mails/list.ts'
import { missingPermission } from '#lib/permissions.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Send bill · Bills' }

export default async function SendBillPage({ params }: PageProps<'/bills/[id]/send'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const bill = await read(fetchBill, { bill_id: id })
  const disabledReason = permissions.has('bills:write')
    ? bill.status === 'deleted'
      ? 'This bill was deleted. The public page shows the bill as withdrawn.'
      : null
    : missingPermission('bills:write')
  const earlier = await tryRead(listMailsForDashboard, { object_id: id })
  const mails = earlier.ok ? earlier.value : null
  return (
    <div className="max-w-170">
      <Crumbs href="/bills" label="Bills" id={id} />
      <PageHead title={`Send bill ${bill.receipt_number}`}>
        <Money amount={bill.receipt_summary.net_payable_amount} currency={bill.receipt_summary.currency} />.
        The email links to the{' '}
        <Link href={bill.receipt_url} className="link" target="_blank">
          public page
        </Link>
        , where the bill can be printed and downloaded.
      </PageHead>
      {mails?.sends === false && (
        <div className="mb-4">
          <Notice tone="wait" title="Email isn't set up">
            The email is kept in the{' '}
            <Link href="/outbox" className="link">
              outbox
            </Link>{' '}
            and not sent. Set SMTP_URL and MAIL_FROM to send email.
          </Notice>
        </div>
      )}
      {disabledReason === null ? (
        <SendBillForm
          billId={id}
          action={sendBillAction}
          initial={openForm({ email: bill.customer?.email ?? '' })}
        />
      ) : (
        <NothingYet title="This bill can't be sent">{disabledReason}</NothingYet>
      )}
      {mails && mails.total > 0 && (
        <section className="mt-8" aria-label="Emails for this bill">
          <h2 className="mb-2 text-lead font-semibold">Sent before</h2>
          <MailsTable mails={mails.items} />
        </section>
      )}
    </div>
  )
}
