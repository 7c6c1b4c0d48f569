import type { WaitingRefund } from '#components/approvals/waiting-notice.tsx'
import type { RefundReasons } from '#lib/domain/refunds/schema/reasons.ts'
import { REASON_NOTE } from '#lib/domain/refunds/schema/reasons.ts'
import { RefundPaymentIfUnchanged } from '#lib/domain/refunds/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

export type RefundSubject = {
  id: string
  amount: number
  currency: string
  /** The refundable amount of this view. */
  refundable: number
  /** The receiver of the refund: the e-mail or the phone number. */
  customer: string | null
  /** How they paid: "Visa ending 1007". */
  method: string
  receipt: string | null
  /** The name that stands with the refund on the customer's statement. */
  merchant: string
  fee: number | null
  instant: boolean
  /** It was paid from a wallet of this instance, so there is nothing to choose and nothing to wait for. */
  wallet: boolean
  /** When a refund at normal speed, made now, arrives: Unix seconds, from and to. */
  arrives: { from: number; to: number }
  /** The reader's remaining refunds without approval in these 24 hours; null for no limit. */
  approvalAbove: number | null
  /** The threshold itself, before any refund of these 24 hours. */
  approvalThreshold: number | null
  /** The merchant's own reasons, none where any text is one, and whether one is required. */
  reasons: RefundReasons
  /** Refunds of the same payment that wait for approval. */
  waiting: WaitingRefund[]
}

/**
 * A refund of a payment as the person sees it. To the API a missing amount means the full remaining amount; in the
 * form an empty field is an error.
 */
export const refundForm = {
  fields: ['amount', 'speed', 'password', 'receipt', REASON_NOTE],
  schema: RefundPaymentIfUnchanged,
  read(form: FormReader) {
    const amount = form.amount('amount')
    const reason = form.text(REASON_NOTE)
    const expected_refundable = Number(form.text('expected_refundable'))
    if (amount > expected_refundable)
      form.refuse('amount', `Up to ${form.money(expected_refundable)} can be refunded.`)
    return {
      id: form.text('id'),
      amount,
      speed: form.text('speed') === 'optimum' ? 'optimum' : 'normal',
      receipt: form.optional('receipt'),
      notes: reason === '' ? {} : { [REASON_NOTE]: reason },
      expected_refundable,
    }
  },
} satisfies FormDeclaration
