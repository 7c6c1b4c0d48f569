import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { fetchOrderForPayer, type OrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { followPayment, type PaymentForPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import type { Text } from '#lib/messages/text.ts'
import { pageLanguage, pageText } from '#lib/surfaces/language.ts'
import { findAsPayer, readAsPayer } from '#lib/surfaces/payer.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { placeOf, type SearchParams, type Step, single, stepUrl } from './urls.ts'

/** The order of a page and of its layout, read once a request; null when there is none. */
export const findOrder = cache(
  (orderId: string): Promise<OrderForPayer | null> =>
    findAsPayer(fetchOrderForPayer, orderId, { id: orderId }),
)

export async function readOrder(orderId: string): Promise<OrderForPayer> {
  return (await findOrder(orderId)) ?? notFound()
}

export const readPayment = cache(
  (orderId: string, paymentId: string): Promise<PaymentForPayer> =>
    readAsPayer(followPayment, orderId, { id: paymentId, order_id: orderId }),
)

export type PaymentParams = Promise<{ order_id: string; payment_id: string }>

/** Loads the page of one payment, and redirects when another page shows it by now. */
export async function atStep(step: Step, params: PaymentParams, searchParams: SearchParams) {
  const { order_id, payment_id } = await params
  const robot = single((await searchParams).robot) === '1'
  const [order, payment, language, t] = await Promise.all([
    readOrder(order_id),
    readPayment(order_id, payment_id),
    pageLanguage(),
    pageText(),
  ])
  const place = placeOf(payment, robot)
  if (place !== stepUrl(step, order_id, payment_id, robot)) redirect(place)
  return { order, payment, robot, language, t }
}

/** "₹1,250.00 to Kaveri Stores": the title of the order's page, and the end of the others' titles. */
export function titleOf(
  t: Text,
  order: Pick<OrderForPayer, 'amount_due' | 'amount' | 'currency' | 'merchant_name'>,
): string {
  const amount = formatMoney(order.amount_due > 0 ? order.amount_due : order.amount, order.currency)
  return t('order.title', { amount, merchant: order.merchant_name })
}

/** The title of a page of the checkout, before that of the order. */
export function stepTitle(key: Parameters<Text>[0]) {
  return async (): Promise<Metadata> => ({ title: (await pageText())(key) })
}
