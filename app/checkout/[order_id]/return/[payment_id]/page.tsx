import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import type { z } from 'zod'
import { hostedReturn } from '#app/checkout/payer-cookie.ts'
import { type PaymentParams, readOrder, stepTitle } from '#app/checkout/queries.ts'
import { CheckoutOrderHead } from '#components/checkout/order-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { returnPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import { pageLanguage, pageText } from '#lib/surfaces/language.ts'
import { readAsPayer, takeLook } from '#lib/surfaces/payer.ts'

export const generateMetadata = stepTitle('return.title')

/**
 * Sends the payer back to the merchant's callback_url with the signed ids, or with the error of a payment that failed, as a
 * form. A page of its own, opened by a
 * full load: its policy alone lets a form leave this site (proxy.ts), and no input of a card is on it.
 */
export default async function ReturnPage({ params }: { params: PaymentParams }) {
  const [{ order_id, payment_id }, language, t] = await Promise.all([params, pageLanguage(), pageText()])
  if (takeLook(order_id.slice(0, 40), (await headers()).get(ADDRESS_HEADER)) > 0)
    return (
      <PaperCard>
        <CardPart>
          <p className="text-ink-2">{t('page.too_many')}</p>
        </CardPart>
      </PaperCard>
    )
  const order = await readOrder(order_id)
  const [returned, hosted] = await Promise.all([
    readAsPayer(returnPayer, order_id, { id: payment_id, order_id }),
    hostedReturn(),
  ])
  const callback_url = hosted?.callback_url ?? returned.callback_url
  if (callback_url === null) notFound()
  return (
    <PaperCard>
      <CheckoutOrderHead language={language} order={order} amount={order.amount} />
      <Tear />
      <CardPart>
        <p className="mb-4 text-ink-2">
          {t.rich('return.note', {
            merchant: order.merchant_name,
            host: () => (
              <b className="font-semibold text-ink [overflow-wrap:anywhere]">{new URL(callback_url).host}</b>
            ),
          })}
        </p>
        <form id="return-form" method="post" action={callback_url}>
          {Object.entries(fieldsOf(returned, hosted?.callback_url !== undefined)).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" variant="primary" size="large" className="w-full">
            {t('return.continue', { merchant: order.merchant_name })}
          </Button>
        </form>
      </CardPart>
    </PaperCard>
  )
}

/** @param hosted whether a form of the merchant's site sent the payer, whose plug-ins read the names of the stock clients */
function fieldsOf(returned: z.output<typeof returnPayer.output>, hosted: boolean): Record<string, string> {
  if ('error' in returned) {
    const { metadata, ...texts } = returned.error
    const named = Object.entries(texts).map(([name, text]) => [`error[${name}]`, text])
    return { ...Object.fromEntries(named), 'error[metadata]': JSON.stringify(metadata) }
  }
  const { service_payment_id, service_order_id, service_signature } = returned
  const own = { service_payment_id, service_order_id, service_signature }
  if (!hosted) return own
  return {
    razorpay_payment_id: service_payment_id,
    razorpay_order_id: service_order_id,
    razorpay_signature: service_signature,
    ...own,
  }
}
