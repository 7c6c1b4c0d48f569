import { mailReceiptAction } from '#app/checkout/actions.ts'
import { newKey } from '#app/checkout/form-state.ts'
import { hasTried, hostedReturn } from '#app/checkout/payer-cookie.ts'
import { atStep, type PaymentParams, stepTitle } from '#app/checkout/queries.ts'
import { orderUrl, type SearchParams, stepUrl } from '#app/checkout/urls.ts'
import { PaymentMark } from '#components/checkout/method-mark.tsx'
import { Receipt, type ReceiptPayment } from '#components/checkout/receipt.tsx'
import { ReceiptMailForm } from '#components/checkout/receipt-mail-form.tsx'
import { WayBack } from '#components/checkout/way-back.tsx'
import { Button, DocumentButton } from '#components/ui/button.tsx'
import { Printer } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { PaymentForPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import { returnPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import { methodLabel, referencesOf } from '#lib/domain/payments/payer-labels.ts'
import type { Text } from '#lib/messages/text.ts'
import { readAsPayer } from '#lib/surfaces/payer.ts'
import { formatMoney } from '#lib/values/money-text.ts'

export const generateMetadata = stepTitle('receipt.title')

/** For how long after a payment its receipt redirects to the merchant, in seconds. */
const FRESH = 120

/** The slip of a payment that succeeded: to keep, to print, and the way back to the merchant. */
export default async function ReceiptPage({
  params,
  searchParams,
}: {
  params: PaymentParams
  searchParams: SearchParams
}) {
  const { order, payment, robot, language, t } = await atStep('receipt', params, searchParams)
  const own = await readAsPayer(returnPayer, order.id, { id: payment.id, order_id: order.id })
  const callback_url = (await hostedReturn())?.callback_url ?? own.callback_url
  const shown = receiptOf(t, payment)
  const more = order.settled_by === null && order.amount_due > 0
  // Only the browser that paid returns to the merchant, and only at once: a later visit is to read the receipt.
  const paidHere = (await hasTried()) && Date.now() / 1000 - shown.at < FRESH
  return (
    <Receipt language={language} payment={shown} merchant={order.merchant_name} receipt={order.receipt}>
      {more && (
        <LinkButton href={orderUrl(order.id, { robot })} size="large" className="w-full">
          {t('receipt.pay_rest', { amount: formatMoney(order.amount_due, order.currency) })}
        </LinkButton>
      )}
      {callback_url !== null && (
        <WayBack
          language={language}
          href={stepUrl('return', order.id, payment.id, robot)}
          merchant={order.merchant_name}
          byItself={paidHere && !robot && !more}
        />
      )}
      {callback_url === null && order.shop_url !== null && (
        <DocumentButton href={order.shop_url} variant="primary" size="large" className="w-full">
          {t('receipt.return', { merchant: order.merchant_name })}
        </DocumentButton>
      )}
      {payment.receipt_mail !== null && (
        <ReceiptMailForm
          language={language}
          action={mailReceiptAction}
          initial={{ sent: null, error: null, email: '', key: newKey() }}
          orderId={order.id}
          paymentId={payment.id}
          recipient={payment.receipt_mail.recipient}
          robot={robot}
        />
      )}
      {/* The script of the checkout prints; without it, the browser's own menu does. */}
      <Button size="large" className="w-full noscript:hidden" data-print="">
        <Printer aria-hidden="true" />
        {t('receipt.print')}
      </Button>
    </Receipt>
  )
}

function receiptOf(t: Text, payment: PaymentForPayer): ReceiptPayment {
  return {
    id: payment.id,
    order_id: payment.order_id,
    amount: payment.amount,
    currency: payment.currency,
    state: payment.status === 'refunded' ? 'returned' : payment.captured ? 'paid' : 'held',
    means: methodLabel(t, payment),
    mark: <PaymentMark payment={payment} />,
    at: payment.captured_at ?? payment.authorized_at ?? payment.created_at,
    references: referencesOf(t, payment),
  }
}
