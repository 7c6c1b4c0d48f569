import type { PaymentStatus } from '#lib/domain/payments/schema.ts'
import { REASONS, type Reason } from '#lib/pipeline/error-reasons.ts'
import { refused, withAmounts } from '#lib/pipeline/errors.ts'
import { shareOf } from '#lib/values/money-text.ts'
import { MAX_NOTES, type Notes } from '#lib/values/notes.ts'

type State = {
  id: string
  status: string
  amount: number
  currency: string
  captured: boolean
  operation: string | null
  capture_by: number | null
  order_id: string | null
}

const about = (payment: Pick<State, 'id' | 'order_id'>) => ({
  metadata: { payment_id: payment.id, ...(payment.order_id === null ? {} : { order_id: payment.order_id }) },
})

/** A payment can be captured once, in full, while it is authorized and in time, for an order that is not paid yet. */
export function assertCapturable(
  payment: State,
  order: { status: string } | null,
  request: { amount: number; currency?: string | undefined },
  now: number,
): void {
  if (payment.captured) throw refused('payment_already_captured', undefined, about(payment))
  if (payment.operation !== null) throw refused('operation_in_progress', undefined, about(payment))
  const wasAuthorized = payment.status === 'authorized' || payment.status === 'refunded'
  if (!wasAuthorized) throw refused('payment_not_authorized', undefined, about(payment))
  // Checked before the time: money that came too late for its order is returned at once, and this is the reason.
  if (order?.status === 'paid') throw refused('order_paid_by_another_payment', undefined, about(payment))
  const lapsed = payment.status === 'refunded' || (payment.capture_by !== null && now > payment.capture_by)
  if (lapsed) throw refused('authorization_lapsed', undefined, about(payment))
  if (request.amount !== payment.amount) {
    const description = withAmounts(
      payment.currency,
      (money) => `The amount must be ${money(payment.amount)}, the authorized amount.`,
    )
    throw refused('capture_amount_mismatch', description, { ...about(payment), field: 'amount' })
  }
  if (request.currency !== undefined && request.currency !== payment.currency) {
    throw refused(
      'capture_currency_mismatch',
      `The currency must be ${payment.currency}, the payment's currency.`,
      {
        ...about(payment),
        field: 'currency',
      },
    )
  }
}

/** The fee of a captured payment and the tax in it, each rounded half up; `fee` includes `tax`. */
export function feesOfCapture(
  amount: number,
  rates: { fee_basis_points: number; tax_basis_points: number },
): { fee: number; tax: number } {
  const net = shareOf(amount, rates.fee_basis_points)
  const tax = shareOf(net, rates.tax_basis_points)
  return { fee: net + tax, tax }
}

export function refundable(payment: {
  status: string
  captured: boolean
  amount: number
  amount_refunded: number
}): number {
  return payment.captured ? payment.amount - payment.amount_refunded : 0
}

/** The payment after a refund; a negative amount reverses a failed refund. */
export function afterRefund(
  payment: { amount: number; amount_refunded: number; captured: boolean },
  amount: number,
) {
  const amount_refunded = payment.amount_refunded + amount
  const full = amount_refunded === payment.amount
  const status: PaymentStatus = full ? 'refunded' : payment.captured ? 'captured' : 'authorized'
  const refund_status = full ? 'full' : amount_refunded > 0 ? 'partial' : null
  return { amount_refunded, refund_status, status } as const
}

/** The error fields of a failed payment, from the bank's reason. */
export function failure(reason: Reason) {
  const row = REASONS[reason]
  return {
    error_code: row.code,
    error_description: row.description,
    error_source: row.source,
    error_step: row.step,
    error_reason: reason,
  }
}

/** The error fields of a payment without an error. */
export const noFailure = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
}

export type NotesSetting = { order_notes_on_payments: boolean }

/**
 * The notes of a new payment: its own, else those of its order, by which plug-ins find theirs. Own notes from the
 * address of the checkout page add to those of the order and replace none: anyone can write an address.
 * @param setting of the account
 */
export function notesOfPayment(
  own: Notes,
  ofOrder: Notes,
  setting: NotesSetting | null,
  fromAddress = false,
): Notes {
  if (!setting?.order_notes_on_payments) return own
  if (Object.keys(own).length === 0) return ofOrder
  if (!fromAddress) return own
  const added = Object.entries(own).filter(([name]) => !Object.hasOwn(ofOrder, name))
  return Object.fromEntries([...Object.entries(ofOrder), ...added].slice(0, MAX_NOTES))
}

/** @throws payment_not_captured */
export function assertReceiptSendable({ captured }: { captured: boolean }): void {
  if (!captured) throw refused('payment_not_captured', 'A receipt can be sent once the payment is captured.')
}
