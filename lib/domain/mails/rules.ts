import { refused } from '#lib/pipeline/errors.ts'

/** @throws payment_not_captured */
export function assertReceiptSendable({ captured }: { captured: boolean }): void {
  if (!captured) throw refused('payment_not_captured', 'A receipt can be sent once the payment is captured.')
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

/** @throws bill_deleted */
export function assertBillSendable({ status }: { status: string }): void {
  if (status === 'deleted') throw refused('bill_deleted')
}
