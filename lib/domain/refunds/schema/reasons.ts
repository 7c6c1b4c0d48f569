import { z } from 'zod'
import type { ListedRefund } from '#lib/domain/refunds/schema.ts'

/** The note of a refund that tells why it was made. */
export const REASON_NOTE = 'reason'

/**
 * The reason of a refund, as its requester entered it. An automatic refund returns a payment that was never captured:
 * its authorization expired, or another payment paid the order; the timeline of the payment says which.
 */
export function reasonOf({ notes, automatic }: Pick<ListedRefund, 'notes' | 'automatic'>): string | null {
  const written = Array.isArray(notes) ? undefined : notes[REASON_NOTE]
  return written || (automatic ? 'Never captured' : null)
}

/** The usual reasons, suggested where a merchant has no list of its own. */
export const USUAL_REASONS = [
  'Goods returned',
  'Order cancelled',
  'Out of stock',
  'Duplicate payment',
  'Wrong amount',
  'Not delivered',
  'Damaged or faulty',
  'Suspected fraud',
  'Goodwill',
] as const

const MAX_REASONS = 30

const Reason = z
  .string()
  .trim()
  .min(1, 'A reason must not be empty.')
  .max(60, 'A reason can be up to 60 characters.')
  .regex(/^[^\p{C}]*$/u, 'A reason can have no line breaks or invisible characters.')

/**
 * What staff choose from as the reason of a refund: the merchant's own list, or any text where it is empty. And how their
 * refunds are made.
 */
export const RefundReasons = z.object({
  reasons: z.array(z.string()),
  required: z.boolean(),
  /** The speed that the refund form starts with. A request of the API without a speed is a normal refund. */
  speed: z.enum(['normal', 'optimum']),
})
export type RefundReasons = z.output<typeof RefundReasons>

export const UpdateRefundReasons = z.strictObject({
  reasons: z
    .array(Reason)
    .max(MAX_REASONS, `Enter up to ${MAX_REASONS} reasons.`)
    .refine(
      (reasons) => new Set(reasons.map((reason) => reason.toLowerCase())).size === reasons.length,
      'Enter each reason once.',
    ),
  required: z.boolean(),
  speed: z.enum(['normal', 'optimum'], 'Choose normal or optimum.'),
})
