import { z } from 'zod'
import { Subscriptions } from '#lib/domain/webhooks/schema.ts'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'

/** `GET /v1/webhooks/listen` */
export const ListenToEvents = z.strictObject({
  events: z
    .preprocess((value) => (typeof value === 'string' ? value.split(',') : value), Subscriptions)
    .default(['*'])
    .meta({ description: 'Event names, separated by commas. Defaults to all events.' }),
  after: Id('event').optional().meta({
    description:
      'Resumes after this event, like the Last-Event-ID header. Without either, the stream starts now.',
  }),
})

/** The first message to a listener. */
export const Listening = z.object({
  account_id: z
    .string()
    .meta({ description: 'ID of the account whose events are streamed.', examples: ['acc_NfLw3gQ81xRt0a'] }),
  /** The secret that the listener signs forwarded events with; the same for the same key. */
  secret: z
    .string()
    .meta({ description: 'Secret to sign with when you forward the events. The same for the same key.' }),
  events: z.array(z.string()).meta({ description: 'Names of the events that are streamed.' }),
})
export type Listening = z.output<typeof Listening>

/** The next events of a listener: after one, or from a time on. */
export const ReadEvents = z.strictObject({
  events: z.array(z.string()),
  from: z.int().optional(),
  after: Id('event').optional(),
  count: z.int().min(1).max(1000).default(200),
})

export const StreamedEvent = z.object({
  id: z.string(),
  event: z.string(),
  body: z.string(),
  created_at: StoredInteger,
})

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
