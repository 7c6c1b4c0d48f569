import { refused } from '#lib/pipeline/errors.ts'

/** The transfers of a payment cannot exceed its captured amount less its refunds. */
export function transferable(
  payment: {
    id: string
    captured: boolean
    amount: number
    amount_refunded: number
    amount_transferred: number
  },
  amount: number,
  field: string,
): void {
  const metadata = { payment_id: payment.id }
  if (!payment.captured) {
    throw refused('payment_not_captured', 'Only captured payments can be transferred.', { metadata })
  }
  const left = payment.amount - payment.amount_refunded - payment.amount_transferred
  if (amount > left) {
    throw refused(
      'transfer_amount_too_large',
      `At most ${Math.max(0, left)} of this payment is left to transfer.`,
      {
        field,
        metadata,
      },
    )
  }
}

/** The end of a hold must be in the future, and only a hold has an end. */
export function holdable(
  asked: { on_hold: boolean; on_hold_until?: number | null | undefined },
  now: number,
): void {
  if (asked.on_hold_until == null) return
  if (!asked.on_hold) {
    throw refused('input_validation_failed', 'on_hold_until needs on_hold.', { field: 'on_hold_until' })
  }
  if (asked.on_hold_until <= now) {
    throw refused('input_validation_failed', 'on_hold_until must be in the future.', {
      field: 'on_hold_until',
    })
  }
}

/** The amount of a reversal: as requested, or the full remaining amount. */
export function reversal(
  transfer: { id: string; status: string; amount: number; amount_reversed: number },
  asked: number | undefined,
): number {
  if (transfer.status === 'failed') throw refused('transfer_failed')
  const left = transfer.amount - transfer.amount_reversed
  const amount = asked ?? left
  if (left === 0 || amount > left) {
    throw refused('reversal_amount_too_large', `At most ${left} of this transfer is left to reverse.`, {
      field: 'amount',
    })
  }
  return amount
}
