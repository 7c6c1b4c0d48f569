import { z } from 'zod'
import { cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Id } from '#lib/values/id.ts'
import { CreatedAt } from '#lib/values/money.ts'
import { shown } from '#lib/values/text.ts'

/** Every event: when it is sent, and its payload, with the main object first. */
export const EVENTS = {
  'payment.authorized': { says: 'The bank authorized the payment.', contains: ['payment'] },
  'payment.captured': { says: 'The payment was captured.', contains: ['payment'] },
  'payment.failed': { says: 'A payment attempt was declined or not completed.', contains: ['payment'] },
  'order.paid': { says: 'The order is fully paid.', contains: ['payment', 'order'] },
  'refund.created': { says: 'A refund was created.', contains: ['refund', 'payment'] },
  'refund.processed': { says: 'The refund reached the payer.', contains: ['refund', 'payment'] },
  'refund.failed': {
    says: 'The refund failed and its amount is back in your balance.',
    contains: ['refund', 'payment'],
  },
  'refund.speed_changed': {
    says: 'The refund was processed at a different speed than requested.',
    contains: ['refund', 'payment'],
  },
  transfer_processed: { says: 'The transfer reached the wallet.', contains: ['transfer'] },
  transfer_failed: { says: 'The transfer failed.', contains: ['transfer'] },
  'payout.initiated': {
    says: 'The payout was sent from the wallet to a bank account.',
    contains: ['payout'],
  },
  'payout.processed': { says: 'The payout reached the bank account.', contains: ['payout'] },
  'payout.reversed': {
    says: 'The payout was reversed and its amount is back in the wallet.',
    contains: ['payout'],
  },
  'settlement.processed': {
    says: 'The settlement reached your bank account.',
    contains: ['settlement'],
  },
  'wallet.credited': {
    says: 'A wallet was credited. The payload has the transfer, refund or reversed payout.',
    contains: ['transfer'],
  },
  'wallet.debited': {
    says: 'A wallet was debited. The payload has the payment, payout or reversal.',
    contains: ['payment'],
  },
  'customer.created': { says: 'A customer was created.', contains: ['customer'] },
  'document.created': { says: 'A document was uploaded.', contains: ['document'] },
  'bill.created': { says: 'A bill was created.', contains: ['bill'] },
  'bill.updated': { says: 'A bill was updated.', contains: ['bill'] },
  'bill.deleted': { says: 'A bill was deleted.', contains: ['bill'] },
} as const satisfies Record<string, { says: string; contains: readonly string[] }>

export type EventName = keyof typeof EVENTS
export const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]]
export const EventName = z.enum(EVENT_NAMES, {
  error: ({ input }) => `Unknown event ${shown(input)}. Check its spelling.`,
})

/** Events of features that do not exist here. Clients subscribe to them together with others; they are never sent. */
const UNAVAILABLE = {
  payment: ['pending'],
  'payment.dispute': ['created', 'won', 'lost', 'closed', 'under_review', 'action_required'],
  'payment.downtime': ['started', 'updated', 'resolved'],
  'order.notification': ['delivered', 'failed'],
  invoice: ['paid', 'partially_paid', 'expired'],
  subscription: [
    'authenticated',
    'activated',
    'charged',
    'pending',
    'halted',
    'cancelled',
    'completed',
    'updated',
    'paused',
    'resumed',
  ],
  settlement: ['vpa_completed'],
  virtual_account: ['created', 'credited', 'closed'],
  qr_code: ['created', 'credited', 'closed'],
  payment_link: ['paid', 'partially_paid', 'expired', 'cancelled'],
  token: [
    'confirmed',
    'rejected',
    'paused',
    'resumed',
    'cancelled',
    'cancellation_initiated',
    'initiated',
    'activated',
    'suspended',
    'deactivated',
    'expiry_updated',
  ],
  'token.service_provider': ['activated', 'cancelled', 'deactivated', 'failed'],
  fund_account: ['validation.completed', 'validation.failed'],
  payout: ['queued', 'pending', 'rejected', 'failed', 'updated', 'vpa_failed'],
  'payout.downtime': ['started', 'resolved'],
  payout_link: [
    'issued',
    'processing',
    'processed',
    'attempted',
    'cancelled',
    'rejected',
    'expired',
    'pending',
  ],
  transaction: ['created'],
  banking_accounts: ['issued'],
  linked_account: ['vpa_created'],
  account: [
    'under_review',
    'needs_clarification',
    'activated',
    'rejected',
    'instantly_activated',
    'activated_kyc_pending',
    'payments_enabled',
    'suspended',
    'funds_hold',
    'funds_unhold',
    'updated',
    'instant_activation_gmv_limit_warning',
    'no_doc_onboarding_gmv_limit_warning',
    'app.authorization_revoked',
    'payment_methods.updated',
    'payment_methods.requirements.updated',
  ],
  'account.product': ['under_review', 'edd_pending', 'activated'],
  'product.route': ['under_review', 'activated', 'needs_clarification', 'rejected'],
  'product.payment_gateway': [
    'under_review',
    'needs_clarification',
    'activated',
    'rejected',
    'instantly_activated',
    'activated_kyc_pending',
  ],
  'product.payment_link': ['under_review', 'needs_clarification', 'activated', 'rejected'],
  'product.payment_links': ['under_review', 'needs_clarification', 'activated', 'activated_kyc_pending'],
} as const

export const UNAVAILABLE_EVENTS: readonly string[] = Object.entries(UNAVAILABLE).flatMap(([subject, verbs]) =>
  verbs.map((verb) => `${subject}.${verb}`),
)

/** Aliases of two names: subscribers to these get the same events. */
export const OTHER_SPELLINGS = {
  'transfer.processed': 'transfer_processed',
  'transfer.failed': 'transfer_failed',
} as const satisfies Record<string, EventName>
export type OtherSpelling = keyof typeof OTHER_SPELLINGS

/** An event as endpoints receive it: the same bytes as the response of `GET /v1/events/:id`. */
export const EventBody = z.object({
  entity: z.literal('event').default('event').meta({ description: 'Always event.' }),
  account_id: z
    .string()
    .meta({ description: 'ID of the account: one mode of one merchant.', examples: ['acc_NfLw3gQ81xRt0a'] }),
  event: z.string().meta({ description: 'Name of the event.', examples: ['payment.captured'] }),
  contains: z
    .array(z.string())
    .meta({ description: 'Names of the entities in payload.', examples: [['payment']] }),
  payload: z
    .record(
      z.string(),
      z.object({
        entity: z.record(z.string(), z.unknown()).meta({ description: 'Snapshot of the entity.' }),
      }),
    )
    .meta({
      description: 'The entities of the event by name, as they were when it happened.',
      examples: [
        {
          payment: {
            entity: { id: 'pay_NfLw3gQ81xRt0a', entity: 'payment', amount: 50_000, status: 'captured' },
          },
        },
      ],
    }),
  created_at: CreatedAt,
})
export type EventBody = z.output<typeof EventBody>

/** An event in a list, where it needs its ID; a delivery has it in a header. */
export const Event = z.object({
  id: z.string().meta({
    description: 'ID of the event, with the prefix evt_. It stays the same when the event is sent again.',
    examples: ['evt_NfLw3gQ81xRt0a'],
  }),
  ...EventBody.shape,
})
export type Event = z.output<typeof Event>

export const ListedEvent = Event.extend({
  object_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  order_id: z.string().nullable(),
  customer_id: z.string().nullable(),
  /** The only endpoint that receives it, for a test event. */
  endpoint_id: z.string().nullable(),
  actor_kind: z.string(),
  actor_name: z.string(),
  request_id: z.string(),
})
export type ListedEvent = z.output<typeof ListedEvent>

export const FetchEvent = z.strictObject({ id: Id('event') })

export const ObjectId = z.string().regex(/^[a-z]+_[0-9A-Za-z]{14}$/, 'This is not the ID of an object.')

export const FetchAllEvents = z.strictObject({
  ...PageQuery,
  ...cursors(Id('event')),
  event: EventName.optional().meta({ description: 'Only events with this name.' }),
  object: ObjectId.optional().meta({ description: 'Only events about the object with this ID.' }),
  query: filterText('event:refund.failed,transfer_failed created:7d'),
})
