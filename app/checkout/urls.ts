import type { PayMethod } from '#components/checkout/pay-state.ts'
import type { PaymentForPayer } from '#lib/domain/payments/fetch-for-payer.ts'

export type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** A name of the query, once. */
export function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.at(-1) : value
}

/** The URL of an order's page, with its params. `robot` is carried from page to page. */
export function orderUrl(
  orderId: string,
  query: { method?: PayMethod | string; failed?: string; use?: string; robot?: boolean } = {},
  /** The other params of the address, which the page passes on to itself. */
  given: readonly [string, string][] = [],
): string {
  const search = new URLSearchParams()
  for (const name of ['method', 'failed', 'use'] as const)
    if (query[name] !== undefined) search.set(name, query[name])
  if (query.robot) search.set('robot', '1')
  for (const [name, value] of given) search.append(name, value)
  return `/checkout/${orderId}${search.size > 0 ? `?${search}` : ''}`
}

export type Step = 'otp' | 'bank' | 'wait' | 'receipt' | 'return'

/** @param leads whether the page sends the payer on to the page of the bank */
export function stepUrl(
  step: Step,
  orderId: string,
  paymentId: string,
  robot = false,
  leads = false,
): string {
  const search = new URLSearchParams({ ...(robot ? { robot: '1' } : {}), ...(leads ? { leads: '1' } : {}) })
  return `/checkout/${orderId}/${step}/${paymentId}${search.size > 0 ? `?${search}` : ''}`
}

/** Where an order is paid from a Counterfoil wallet. `change` begins with another number. */
export function walletUrl(orderId: string, query: { change?: boolean; robot?: boolean } = {}): string {
  const search = new URLSearchParams()
  for (const name of ['change', 'robot'] as const) if (query[name]) search.set(name, '1')
  return `/checkout/${orderId}/wallet${search.size > 0 ? `?${search}` : ''}`
}

/** Where the payer of a payment belongs now. Every page of a payment sends those who belong elsewhere on. */
export function placeOf(
  payment: Pick<PaymentForPayer, 'id' | 'order_id' | 'status' | 'method' | 'waits_for'>,
  robot = false,
): string {
  if (payment.status === 'failed')
    return orderUrl(payment.order_id, { method: payment.method, failed: payment.id, robot })
  if (payment.status !== 'created') return stepUrl('receipt', payment.order_id, payment.id, robot)
  const step = payment.waits_for === 'otp' ? 'otp' : payment.waits_for === 'bank_page' ? 'bank' : 'wait'
  return stepUrl(step, payment.order_id, payment.id, robot)
}
