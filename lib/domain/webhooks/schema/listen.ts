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
