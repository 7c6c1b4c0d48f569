import { refused, withAmounts } from '#lib/pipeline/errors.ts'

type TransferablePayment = {
  id: string
  captured: boolean
  currency: string
  amount: number
  amount_refunded: number
  amount_transferred: number
}

/** The amount of a payment that can be transferred: what was captured, less its refunds and transfers. */
export function leftToTransfer(payment: Omit<TransferablePayment, 'id' | 'currency'>): number {
  if (!payment.captured) return 0
  return Math.max(0, payment.amount - payment.amount_refunded - payment.amount_transferred)
}

/** @throws payment_not_captured, input_validation_failed, transfer_amount_too_large */
export function assertTransferable(payment: TransferablePayment, amount: number, field: string): void {
  const metadata = { payment_id: payment.id }
  if (!payment.captured)
    throw refused('payment_not_captured', 'Only captured payments can be transferred.', { metadata })
  if (payment.currency !== 'INR')
    throw refused('input_validation_failed', 'Wallets support INR only.', { field, metadata })
  const left = leftToTransfer(payment)
  if (amount <= left) return
  const description =
    left === 0
      ? 'This payment has no amount left to transfer.'
      : withAmounts(
          payment.currency,
          (amount) => `At most ${amount(left)} of this payment is left to transfer.`,
        )
  throw refused('transfer_amount_too_large', description, { field, metadata })
}

/** The end of a hold must be in the future, and only a hold has an end. */
export function assertHoldable(
  request: { on_hold: boolean; on_hold_until?: number | null | undefined },
  now: number,
): void {
  if (request.on_hold_until == null) return
  if (!request.on_hold) {
    throw refused('input_validation_failed', 'on_hold_until needs on_hold.', { field: 'on_hold_until' })
  }
  if (request.on_hold_until <= now) {
    throw refused('input_validation_failed', 'on_hold_until must be in the future.', {
      field: 'on_hold_until',
    })
  }
}

/** The amount of a reversal: as requested, or the full remaining amount. */
export function reversal(
  transfer: { id: string; status: string; currency: string; amount: number; amount_reversed: number },
  requested: number | undefined,
): number {
  if (transfer.status === 'failed') throw refused('transfer_failed')
  const left = transfer.amount - transfer.amount_reversed
  const amount = requested ?? left
  if (left === 0 || amount > left) {
    const description = withAmounts(
      transfer.currency,
      (money) => `At most ${money(left)} of this transfer is left to reverse.`,
    )
    throw refused('reversal_amount_too_large', description, { field: 'amount' })
  }
  return amount
}
