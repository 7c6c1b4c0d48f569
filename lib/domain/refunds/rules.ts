import { refundable } from '#lib/domain/payments/rules.ts'
import { REASON_NOTE, type RefundReasons, USUAL_REASONS } from '#lib/domain/refunds/schema/reasons.ts'
import { refused, withAmounts } from '#lib/pipeline/errors.ts'

/** The minimum refund, in the smallest subunit. */
const MIN_REFUND = 100

type Payment = {
  id: string
  status: string
  captured: boolean
  method: string
  international: boolean
  wallet?: string | null
  currency: string
  amount: number
  amount_refunded: number
}

/** Why a payment that is not captured can't be refunded, and what helps, by its status. */
const NOT_CAPTURED: Record<string, string | undefined> = {
  created: 'This payment is not completed, so no money was taken and there is nothing to refund.',
  failed: 'This payment failed, so no money was taken and there is nothing to refund.',
  authorized:
    'This payment is authorized, not captured. Capture it before you refund it, or let the authorization expire: the money then returns to the payer.',
  refunded: 'This payment was never captured: its authorization has been returned to the payer in full.',
}

/**
 * The amount of a refund: as requested, or the full remaining amount. Only a captured amount that is not yet refunded
 * can be refunded.
 */
export function refundAmount(
  payment: Payment,
  request: { amount?: number | undefined; speed: 'normal' | 'optimum' },
): number {
  const detail = { metadata: { payment_id: payment.id } }
  if (!payment.captured) throw refused('payment_not_captured', NOT_CAPTURED[payment.status], detail)
  const left = refundable(payment)
  if (left === 0) throw refused('payment_already_refunded', undefined, detail)
  const amount = request.amount ?? left
  if (amount > left) {
    throw refused(
      'refund_amount_too_large',
      withAmounts(
        payment.currency,
        (amount) => `The amount exceeds what is left to refund on this payment: ${amount(left)}.`,
      ),
      {
        ...detail,
        field: 'amount',
      },
    )
  }
  if (amount < MIN_REFUND) throw refused('refund_amount_too_small', undefined, { ...detail, field: 'amount' })
  if (request.speed === 'optimum' && !canBeInstant(payment)) {
    throw refused('instant_refund_not_possible', undefined, { ...detail, field: 'speed' })
  }
  return amount
}

/** Domestic cards, UPI and bank accounts support instant refunds; foreign cards, wallets and EMI do not. */
export function canBeInstant(payment: {
  method: string
  international: boolean
  wallet?: string | null
}): boolean {
  // A wallet of this platform is always credited at once.
  if (payment.wallet === 'openwallet') return true
  return !payment.international && ['card', 'upi', 'netbanking'].includes(payment.method)
}

/** The speed of the automatic refund of an uncaptured payment: as its order says, if an instant one is possible. */
export function uncapturedSpeed(
  payment: Parameters<typeof canBeInstant>[0],
  order: { refund_speed: string | null } | null,
): 'normal' | 'optimum' {
  return order?.refund_speed === 'optimum' && canBeInstant(payment) ? 'optimum' : 'normal'
}

/**
 * Prevents two people with the same view of a payment from both refunding it: the amount that they saw must still be
 * refundable.
 */
export function assertRefundableUnchanged(payment: Payment, expected: number): void {
  if (refundable(payment) !== expected)
    throw refused('refund_amount_changed', undefined, { metadata: { payment_id: payment.id } })
}

/** A person who requests a refund that someone else decides on tells them why. */
export function assertReasonForApprover(notes: Record<string, string>): void {
  if (notes[REASON_NOTE]) return
  throw refused('input_validation_failed', 'Enter a reason. The person who approves the refund reads it.', {
    field: `notes.${REASON_NOTE}`,
  })
}

/**
 * The reason that a cell of a file names: one of the merchant's list, by its text or by a code made of it
 * (`goods_returned`); any text where the merchant has no list; null for one that the list does not have.
 */
export function reasonNamed(text: string, reasons: readonly string[]): string | null {
  const code = codeOf(text)
  const choices = reasons.length > 0 ? reasons : USUAL_REASONS
  return choices.find((reason) => codeOf(reason) === code) ?? (reasons.length > 0 ? null : text)
}

/** A text by its letters and digits, of any script; a text of signs alone is itself. */
function codeOf(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().trim()
  return plain.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim() || plain
}

/** A person who refunds a payment gives a reason where the merchant requires one, and one of its list if it has one. */
export function assertReasonGiven(
  notes: Record<string, string>,
  { reasons, required }: Pick<RefundReasons, 'reasons' | 'required'>,
): void {
  const reason = notes[REASON_NOTE] ?? ''
  const missing = reason === '' && required
  if (!missing && (reason === '' || reasons.length === 0 || reasons.includes(reason))) return
  throw refused('input_validation_failed', reasons.length > 0 ? 'Choose a reason.' : 'Enter a reason.', {
    field: `notes.${REASON_NOTE}`,
  })
}
