import { z } from 'zod'
import { Id } from '#lib/values/id.ts'

/** The largest body that an event can have is far below this. */
const Body = z.string().max(131_072, 'The body can be up to 128 KB here.')
const Signature = z.string().trim().max(1000, 'The signature can be up to 1,000 characters.')
/** Only compared with; never stored. */
const Pasted = z.string().max(1000, 'The secret can be up to 1,000 characters.')

/** The input of a person whose signature check fails. */
export const DebugWebhookSignature = z.strictObject({
  /** The endpoint in question: its own secret is used if none is given. */
  id: Id('webhook').optional(),
  body: Body,
  headers: z.string().max(16_384, 'The headers can be up to 16 KB here.'),
  secret: Pasted.default(''),
  computed: Signature.default(''),
})

export const DebugPaymentSignature = z.strictObject({
  order_id: z.string().trim().max(100, 'An ID can be up to 100 characters.'),
  payment_id: z.string().trim().max(100, 'An ID can be up to 100 characters.'),
  signature: Signature,
  secret: Pasted.default(''),
  computed: Signature.default(''),
})
