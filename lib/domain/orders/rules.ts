import { refused } from '#lib/pipeline/errors.ts'
import { MINUTE } from '#lib/values/time.ts'

type OrderState = {
  id: string
  amount: number
  amount_paid: number
  currency: string
  status: string
  partial_payment: boolean
  first_payment_min_amount: number | null
  method: string | null
}

/**
 * Whether another payment can be attempted on an order: not once it is paid, not while a payment of it is authorized,
 * and only for the amount due (or a part of it, if the order allows partial payments).
 */
export function assertPayable(
  order: OrderState,
  payment: { amount: number; currency: string; method: string },
  hasAuthorizedPayment: boolean,
): void {
  const detail = { metadata: { order_id: order.id } }
  if (order.status === 'paid') throw refused('order_already_paid', undefined, detail)
  if (hasAuthorizedPayment) throw refused('order_has_authorized_payment', undefined, detail)
  if (payment.currency !== order.currency) {
    throw refused(
      'order_currency_mismatch',
      `The currency must be ${order.currency}, the order's currency.`,
      {
        ...detail,
        field: 'currency',
      },
    )
  }
  if (order.method !== null && payment.method !== order.method) {
    throw refused('input_validation_failed', `This order can only be paid by ${order.method}.`, {
      ...detail,
      field: 'method',
    })
  }
  const due = order.amount - order.amount_paid
  const minimum = minPayment(order)
  if (order.partial_payment ? payment.amount > due || payment.amount < minimum : payment.amount !== due) {
    const text = order.partial_payment
      ? `The amount must be between ${minimum} and ${due}, the amount due on the order.`
      : `The amount must be ${due}, the amount due on the order.`
    throw refused('order_amount_mismatch', text, { ...detail, field: 'amount' })
  }
}

/** The order after an attempt to pay it, whatever its outcome. */
export function afterAttempt({ attempts, status }: { attempts: number; status: string }) {
  return { attempts: attempts + 1, status: status === 'created' ? 'attempted' : status }
}

/** The smallest amount of the next attempt: all that is due, unless the order allows partial payments. */
export function minPayment(
  order: Pick<OrderState, 'amount' | 'amount_paid' | 'partial_payment' | 'first_payment_min_amount'>,
): number {
  const due = order.amount - order.amount_paid
  if (!order.partial_payment) return due
  return order.amount_paid === 0 ? (order.first_payment_min_amount ?? 100) : Math.min(100, due)
}

/** The order after a captured payment. It is paid once nothing is due; a later refund changes nothing here. */
export function settle(order: Pick<OrderState, 'amount' | 'amount_paid'>, captured: number) {
  const amount_paid = order.amount_paid + captured
  return { amount_paid, status: amount_paid >= order.amount ? 'paid' : 'attempted' } as const
}

type CaptureSettings = {
  payment_capture: boolean
  automatic_expiry_period: number | null
  manual_expiry_period: number | null
}

/** Whether a payment of the order is captured automatically. Minutes count from its creation. */
export function capturesAutomatically(
  { payment_capture, automatic_expiry_period: minutes }: CaptureSettings,
  payment: { created_at: number },
  now: number,
): boolean {
  return payment_capture && (minutes === null || now <= payment.created_at + minutes * MINUTE)
}

/** The capture deadline of an authorized payment, set by its order, else by the account. */
export function captureDeadline(
  order: CaptureSettings | null,
  payment: { created_at: number },
  now: number,
  accountWindow: number,
): number {
  const minutes = order?.manual_expiry_period ?? null
  return minutes === null ? now + accountWindow : payment.created_at + minutes * MINUTE
}

/**
 * A payment link is of an order that can still be paid: none of its payments is authorized.
 * @throws order_already_paid, order_has_authorized_payment, acquirer_not_configured
 */
export function assertLinkSendable(
  order: { id: string; status: string; authorized: boolean },
  { bank, wallet }: { bank: boolean; wallet: boolean },
): void {
  const detail = { metadata: { order_id: order.id } }
  if (order.status === 'paid') throw refused('order_already_paid', undefined, detail)
  if (order.authorized) throw refused('order_has_authorized_payment', undefined, detail)
  if (!bank && !wallet) throw refused('acquirer_not_configured')
}
