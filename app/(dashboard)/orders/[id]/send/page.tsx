import type { Metadata } from 'next'
import { sendPaymentLinkAction } from '#app/(dashboard)/orders/actions.ts'
import { earlierMails } from '#app/(dashboard)/outbox/earlier-mails.ts'
import { SendToPayerForm } from '#components/mails/send-to-payer-form.tsx'
import { SendToPayerPage } from '#components/mails/send-to-payer-page.tsx'
import { Money } from '#components/ui/money.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { getCustomerDetails } from '#lib/domain/customers/fetch.ts'
import { sendPaymentLink } from '#lib/domain/mails/send-payment-link.ts'
import { getOrderDetails } from '#lib/domain/orders/fetch.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { DEFAULT_LANGUAGE } from '#lib/values/language.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Email payment link · Orders' }

export default async function SendPaymentLinkPage({ params }: PageProps<'/orders/[id]/send'>) {
  const { id } = await params
  const [{ permissions }, order, earlier] = await Promise.all([
    requireStaff(),
    read(getOrderDetails, { id }),
    earlierMails(id),
  ])
  const customer =
    order.customer_id === null ? null : await tryRead(getCustomerDetails, { id: order.customer_id })
  const disabledReason = permissions.has(sendPaymentLink.permission)
    ? (order.link_error?.description ?? null)
    : missingPermission(sendPaymentLink.permission)
  return (
    <SendToPayerPage
      crumbs={<Crumbs href="/orders" label="Orders" id={id} />}
      title="Email payment link"
      lead={
        <>
          <Money amount={order.amount - order.amount_paid} currency={order.currency} /> due. The email opens
          the checkout page, in your name.
        </>
      }
      disabledReason={disabledReason}
      mails={earlier}
    >
      <SendToPayerForm
        id={id}
        action={sendPaymentLinkAction}
        initial={openForm({
          email: (customer?.ok && customer.value.email) || '',
          language: DEFAULT_LANGUAGE,
        })}
        failed="Payment link not sent"
        label="Email payment link"
        cancelHref={`/orders/${id}`}
      />
    </SendToPayerPage>
  )
}
