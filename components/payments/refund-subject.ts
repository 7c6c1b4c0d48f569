import type { z } from 'zod'
import type { WaitingRefund } from '#components/approvals/waiting-notice.tsx'
import type { RefundPaymentSeen } from '#lib/domain/refunds/schema.ts'
import type { ActionResult } from './money-action.ts'

/** What a refund form has to know of its payment. */
export type RefundSubject = {
  id: string
  amount: number
  currency: string
  /** What is left to refund, as this view has it. */
  refundable: number
  /** Whom the money goes back to: the e-mail or the phone number. */
  customer: string | null
  /** How they paid: "Visa ending 1007". */
  method: string
  receipt: string | null
  fee: number | null
  instant: boolean
  /** It was paid from a wallet of this desk, so there is nothing to choose and nothing to wait for. */
  wallet: boolean
  /** When a refund at normal speed, made now, arrives: Unix seconds, from and to. */
  arrives: { from: number; to: number }
  /** What the reader can still refund alone in these 24 hours; null for everything. */
  approvalAbove: number | null
  /** Refunds of the same payment that wait for approval. */
  waiting: WaitingRefund[]
}

/** What the form holds, and what its schema makes of it. */
export type RefundInput = z.input<typeof RefundPaymentSeen>
export type RefundRequest = z.output<typeof RefundPaymentSeen>

export type RefundAction = (input: RefundRequest, idempotencyKey: string) => Promise<ActionResult>

/** The note of a refund that tells why it was made. */
export const REASON_NOTE = 'reason'
