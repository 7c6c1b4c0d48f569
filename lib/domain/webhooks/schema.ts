import { z } from 'zod'
import { EVENT_NAMES, EventName, OTHER_SPELLINGS, UNAVAILABLE_EVENTS } from '#lib/domain/events/schema.ts'
import { cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Email } from '#lib/values/contact.ts'
import { Id } from '#lib/values/id.ts'
import { CreatedAt, StoredInteger } from '#lib/values/money.ts'
import { shown } from '#lib/values/text.ts'
import { Truth } from '#lib/values/truth.ts'
import { TypedName } from '#lib/values/typed-name.ts'

export const MAX_ENDPOINTS = 50

/** A URL that receives events. The names are as subscribed; `*` stands for all. */
export const Webhook = z.preprocess(
  withOwner,
  z.object({
    id: z
      .string()
      .meta({ description: 'ID of the webhook, with the prefix whk_.', examples: ['whk_NfLw3gQ81xRt0a'] }),
    entity: z.literal('webhook').default('webhook').meta({ description: 'Always webhook.' }),
    url: z.string().meta({
      description: 'URL of your endpoint, which receives POST requests.',
      examples: ['https://shop.example/webhooks'],
    }),
    events: z.array(z.string()).meta({
      description: 'Names of the events that are sent. * stands for all events.',
      examples: [['order.paid', 'payment.captured', 'refund.processed']],
    }),
    active: z
      .boolean()
      .meta({ description: 'Whether events are sent. false pauses the endpoint.', examples: [true] }),
    secret_exists: z
      .literal(true)
      .default(true)
      .meta({ description: 'Always true: every endpoint has a signing secret.' }),
    alert_email: z
      .string()
      .nullable()
      .meta({
        description:
          'Email that is notified when the endpoint has failed for an hour, when it is disabled and when it recovers, or null.',
        examples: [null],
      }),
    disabled_at: StoredInteger.nullable().meta({
      description:
        'When the endpoint was disabled because deliveries failed, as a Unix timestamp in seconds, or null.',
      examples: [null],
    }),
    disabled_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the endpoint was disabled, or null.', examples: [null] }),
    created_at: CreatedAt,
    updated_at: StoredInteger.meta({
      description: 'Time of the last change, as a Unix timestamp in seconds.',
      examples: [1_781_505_000],
    }),
    owner_id: z.string().meta({
      description: 'ID of the account that the webhook belongs to.',
      examples: ['acc_NfLw3gQ81xRt0a'],
    }),
    unavailable_events: z
      .preprocess(
        (value) => (Array.isArray(value) ? value.filter((name) => UNAVAILABLE_EVENTS.includes(name)) : value),
        z.array(z.string()),
      )
      .meta({
        description: 'Those of the events that are never sent here, because their feature does not exist.',
        examples: [[]],
      }),
    owner_type: z.literal('merchant').default('merchant').meta({ description: 'Always merchant.' }),
    context: z.array(z.never()).default([]).meta({ description: 'Always empty.' }),
    service: z.literal('api').default('api').meta({ description: 'Always api.' }),
  }),
)
export type Webhook = z.output<typeof Webhook>

/** The owner is the account; the subscribed events include the unavailable ones. */
function withOwner(row: unknown) {
  if (typeof row !== 'object' || row === null || 'owner_id' in row) return row
  const { account_id, events } = row as { account_id?: string; events?: string[] }
  return { ...row, owner_id: account_id, unavailable_events: events }
}

/** A new endpoint; `secret` only if it was generated, and only this once. */
export const NewWebhook = z.preprocess(
  withOwner,
  Webhook.out.extend({
    secret: z
      .string()
      .optional()
      .meta({ description: 'Signing secret, only if it was generated, and only in this response.' }),
  }),
)
export type NewWebhook = z.output<typeof NewWebhook>

export const DeletedWebhook = z.object({
  id: z
    .string()
    .meta({ description: 'ID of the webhook, with the prefix whk_.', examples: ['whk_NfLw3gQ81xRt0a'] }),
  entity: z.literal('webhook').default('webhook').meta({ description: 'Always webhook.' }),
  deleted: z.literal(true).default(true).meta({ description: 'Always true.' }),
})

/** The names that an endpoint can subscribe to. */
const SUBSCRIPTIONS = ['*', ...EVENT_NAMES, ...Object.keys(OTHER_SPELLINGS), ...UNAVAILABLE_EVENTS] as [
  string,
  ...string[],
]

const Subscription = z.enum(SUBSCRIPTIONS, {
  error: ({ input }) => `Unknown event ${shown(input)}. Check its spelling, or use * for all events.`,
})

/** Names as clients send them: a list, or an object of name to true, "1" or 1, where false values are ignored. */
export const Subscriptions = z
  .preprocess(
    (value) => {
      if (typeof value === 'string') return [value]
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      return Object.entries(value).flatMap(([name, wanted]) => (isWanted(wanted) ? [name] : []))
    },
    z
      .array(
        Subscription,
        otherwise(
          'events must be an array of names, or an object of names set to true. Use * for all events.',
        ),
      )
      .min(1, 'Send at least one event, or * for all events.')
      .max(150, 'events can have up to 150 names.'),
  )
  .meta({
    description:
      'Event names, as an array or as an object of names set to true. `*` subscribes to all events, including ones added later.',
  })

/** The error for a value of another type; an absent one is reported as required. */
function otherwise(words: string) {
  return { error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : words) }
}

function isWanted(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

const Url = z
  .string(otherwise('The URL must be a string, such as https://shop.example/hooks.'))
  .trim()
  .max(255, 'The URL can be up to 255 characters.')
  .refine((text) => urlProblem(text) === null, { error: ({ input }) => urlProblem(String(input)) ?? '' })
  .meta({
    description:
      "URL that events are sent to. Live mode requires https and a public address; test mode accepts any URL that this server's operator allows.",
    examples: ['https://shop.example/webhooks'],
  })

function urlProblem(text: string): string | null {
  const url = URL.parse(text)
  // The parser accepts http:localhost and http:/localhost, and would send to a URL that the user did not type.
  if (url === null || !/^https?:\/\/[^/]/i.test(text) || url.hostname === '')
    return 'The URL must start with http:// or https://.'
  if (url.port === '0') return 'Port 0 is not valid. Use the port that your endpoint listens on.'
  if (url.username !== '' || url.password !== '')
    return 'The URL must not contain a user name or password. Use a custom header instead.'
  return null
}

/** A secret chosen by the caller. One that begins with whsec_ contains the bytes of its key in base64. */
const Secret = z
  .string(otherwise('The secret must be a string of 1 to 255 visible ASCII characters.'))
  .regex(/^[\x21-\x7e]{1,255}$/, 'The secret must have 1 to 255 visible ASCII characters.')
  .refine(
    (text) => !text.startsWith('whsec_') || /^[A-Za-z0-9+/]{4,}={0,2}$/.test(text.slice(6)),
    'The part of a secret after whsec_ must be base64.',
  )
  .meta({ description: 'Signing secret. If omitted, one is generated and shown once.' })

const fields = {
  url: Url.meta({ examples: ['https://shop.example/webhooks'] }),
  events: Subscriptions.meta({ examples: [['order.paid', 'payment.captured', 'refund.processed']] }),
  secret: Secret.nullish().meta({
    description:
      'Signing secret of 1 to 255 visible ASCII characters. If omitted, one is generated and shown once.',
  }),
  alert_email: Email.nullish().meta({
    description:
      'Email that is notified when the endpoint has failed for an hour, when it is disabled and when it recovers.',
    examples: ['ops@shop.example'],
  }),
  active: Truth.optional().meta({ description: 'Whether events are sent. false pauses the endpoint.' }),
}

/** The description of an endpoint. Only the dashboard has it. */
const Description = z.string().trim().max(200, 'The description can be up to 200 characters.').nullish()

/** `POST /v1/webhooks` */
export const CreateWebhook = z.strictObject({
  ...fields,
  active: Truth.default(true).meta({
    description: 'Whether events are sent from the start. false creates the endpoint paused.',
  }),
})

/** `PUT /v1/webhooks/:id`: absent properties stay unchanged. */
export const UpdateWebhook = z.strictObject({
  id: Id('webhook'),
  ...fields,
  url: Url.optional(),
  events: Subscriptions.optional().meta({
    description:
      'Event names, as an array or as an object of names set to true. * subscribes to all events, including ones added later.',
    examples: [['*']],
  }),
})

/** From the dashboard: with the description, in the same change. */
export const CreateDescribedWebhook = CreateWebhook.extend({ description: Description })
export const UpdateDescribedWebhook = UpdateWebhook.extend({ description: Description })

/** From the dashboard, where the person types the host of the endpoint to confirm. */
export const DeleteWebhookTyped = z.strictObject({ id: Id('webhook'), typed_name: TypedName })

export const FetchWebhook = z.strictObject({ id: Id('webhook') })
export const FetchAllWebhooks = z.strictObject({
  ...PageQuery,
  ...cursors(Id('webhook')),
  query: filterText('failing:yes'),
})

/** The faults that a sandbox injects into its deliveries. */
export const Chaos = z.strictObject({
  /** The delay of each delivery, in seconds. */
  delay: z.int().min(0).max(300, 'The delay must be 300 seconds or less.').default(0),
  /** The percentages of deliveries that are sent twice, sent out of order, or not sent at all. */
  duplicate: percent(),
  reorder: percent(),
  drop: percent(),
})
export type Chaos = z.output<typeof Chaos>

function percent() {
  return z
    .int()
    .min(0, 'The percentage must be 0 to 100.')
    .max(100, 'The percentage must be 0 to 100.')
    .default(0)
}

/** Custom headers. Those of the delivery itself cannot be set. */
const Headers = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'A header name can have letters, digits and hyphens.')
      .refine((name) => !isOurs(name), 'This header is already sent with every delivery. Use another name.'),
    z.string().regex(/^[\x20-\x7e\t]{0,500}$/, 'A header value can have up to 500 ASCII characters.'),
  )
  .refine((headers) => Object.keys(headers).length <= 10, 'Add up to 10 custom headers.')

function isOurs(name: string): boolean {
  return /^(x-signature|x-razorpay-.*|x-event-id|webhook-.*|content-.*|host|connection|keep-alive|te|trailer|upgrade|transfer-encoding|expect|accept-encoding|user-agent|proxy-.*)$/i.test(
    name,
  )
}

export const SetWebhookOptions = z.strictObject({
  id: Id('webhook'),
  description: Description,
  headers: Headers.optional(),
  timeout_ms: z
    .int()
    .min(500, 'The timeout must be at least 500 ms.')
    .max(30_000, 'The timeout can be up to 30,000 ms.')
    .optional(),
})

export const SetWebhookChaos = z.strictObject({ id: Id('webhook'), ...Chaos.shape })

/** How long the former secret keeps signing after a rotation, in seconds. */
export const OVERLAPS = { now: 0, '1h': 3600, '24h': 86_400, '7d': 604_800 } as const
type Overlap = keyof typeof OVERLAPS
export const RotateWebhookSecret = z.strictObject({
  id: Id('webhook'),
  overlap: z.enum(Object.keys(OVERLAPS) as [Overlap, ...Overlap[]]).default('24h'),
  secret: Secret.optional(),
})
export const RotatedSecret = z.object({
  id: z.string(),
  entity: z.literal('webhook').default('webhook'),
  secret: z.string(),
  /** Until when the former secret signs, too; null if it no longer does. */
  previous_secret_until: StoredInteger.nullable(),
})

/** Pauses an endpoint, or resumes it with or without a replay. */
export const PauseWebhook = z.strictObject({ id: Id('webhook') })
export const ResumeWebhook = z.strictObject({ id: Id('webhook'), replay: Truth.default(true) })
export const EnableWebhook = z.strictObject({ id: Id('webhook'), replay: Truth.default(true) })

/**
 * `failed`: deliveries that were given up. `missed`: events that were never sent, while the endpoint was paused or did
 * not exist.
 */
const REPLAYS = ['failed', 'missed', 'all'] as const
export const ReplayWebhook = z.strictObject({
  id: Id('webhook'),
  from: z.int(),
  to: z.int().optional(),
  what: z.enum(REPLAYS).default('failed'),
})
export const Replayed = z.object({ id: z.string(), count: z.int() })

export const ResendDelivery = z.strictObject({ id: Id('webhook'), event_id: Id('event') })
export const SendEvent = z.strictObject({
  id: Id('webhook'),
  event: EventName,
  object_id: z.string().regex(/^[a-z]+_[0-9A-Za-z]{14}$/, 'This is not the ID of an object.'),
})

const ENDPOINT_STATES = ['active', 'failing', 'paused', 'disabled'] as const
export type EndpointState = (typeof ENDPOINT_STATES)[number]

/** An endpoint as the dashboard shows it. */
export const ListedWebhook = Webhook.out.extend({
  state: z.enum(ENDPOINT_STATES),
  description: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  timeout_ms: z.int(),
  chaos: Chaos,
  failing_since: StoredInteger.nullable(),
  paused_at: StoredInteger.nullable(),
  /** Until when the former secret signs, too; null if it does not. */
  previous_secret_until: StoredInteger.nullable(),
  created_by: z.string().nullable(),
  /** The pending deliveries, and those of the last 24 hours that failed and that arrived. */
  pending: z.int(),
  failed: z.int(),
  delivered: z.int(),
  last_attempt_at: StoredInteger.nullable(),
  last_status: z.int().nullable(),
  last_error: z.string().nullable(),
})
export type ListedWebhook = z.output<typeof ListedWebhook>

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'dropped'] as const
export const DeliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.output<typeof DeliveryState>

/** The delivery of an event to an endpoint. */
export const Delivery = z.object({
  endpoint_id: z.string(),
  event_id: z.string(),
  event: z.string(),
  object_id: z.string().nullable(),
  state: DeliveryState,
  attempts: z.int(),
  /** The time of the next attempt. */
  due_at: StoredInteger.nullable(),
  last_attempt_at: StoredInteger.nullable(),
  last_status: z.int().nullable(),
  last_error: z.string().nullable(),
  delivered_at: StoredInteger.nullable(),
  created_at: CreatedAt,
})
export type Delivery = z.output<typeof Delivery>

const ATTEMPT_CAUSES = ['schedule', 'resend', 'replay', 'chaos'] as const

/** One request to an endpoint and its result. */
export const Attempt = z.object({
  id: z.string(),
  number: z.int(),
  cause: z.enum(ATTEMPT_CAUSES),
  duration_ms: z.int(),
  status: z.int().nullable(),
  error_kind: z.string().nullable(),
  error: z.string().nullable(),
  request_headers: z.record(z.string(), z.string()),
  response_headers: z.record(z.string(), z.string()).nullable(),
  /** The first 4 KB. */
  response_body: z.string().nullable(),
  created_at: CreatedAt,
})
export type Attempt = z.output<typeof Attempt>

export const GetDeliveryDetails = z.strictObject({ id: Id('webhook'), event_id: Id('event') })

/** A delivery with its body and every attempt, newest first. */
export const DeliveryDetails = Delivery.extend({
  url: z.string(),
  body: z.string(),
  attempts_made: z.array(Attempt),
  /** The earlier event of the same object that is sent first, while this one is due; null when none is. */
  waits_for: z.object({ event_id: z.string(), event: z.string() }).nullable(),
})
export type DeliveryDetails = z.output<typeof DeliveryDetails>
