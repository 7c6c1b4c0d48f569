import { z } from 'zod'
import { AcquirerOfRecord } from '#lib/domain/acquirers/schema.ts'
import { Support } from '#lib/domain/merchants/schema.ts'
import { AcquirerData, Card, PaymentMethod } from '#lib/domain/payments/schema.ts'
import { cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, CreatedAt, StoredInteger, Sum } from '#lib/values/money.ts'
import { Notes, NotesInput } from '#lib/values/notes.ts'
import { trendOf } from '#lib/values/trend.ts'

export const REFUND_STATUSES = ['pending', 'processed', 'failed'] as const
export const RefundStatus = z.enum(REFUND_STATUSES)
export type RefundStatus = z.infer<typeof RefundStatus>

export const RefundSpeed = z.enum(['normal', 'optimum'], 'speed must be normal or optimum.')

/** A refund, as specified; `acquirer_data` is [] until the bank has given a reference. */
export const Refund = z.object({
  id: z
    .string()
    .meta({ description: 'ID of the refund, with the prefix rfnd_.', examples: ['rfnd_NfLw3gQ81xRt0a'] }),
  entity: z.literal('refund').default('refund').meta({ description: 'Always refund.' }),
  amount: StoredInteger.meta({
    description: 'Amount of the refund in the smallest currency unit (paise for INR).',
    examples: [10_000],
  }),
  currency: z.string().meta({ description: 'Three-letter ISO 4217 currency code.', examples: ['INR'] }),
  payment_id: z
    .string()
    .meta({ description: 'ID of the payment that is refunded.', examples: ['pay_NfLw3gQ81xRt0a'] }),
  notes: Notes.meta({ examples: [[]] }),
  receipt: z
    .string()
    .nullable()
    .meta({ description: 'Your reference, or null.', examples: ['RF-81'] }),
  acquirer_data: z
    .preprocess(
      (value) =>
        typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? [] : value,
      z.union([AcquirerData, z.array(z.never()).max(0)]),
    )
    .meta({
      description: 'References of the bank, such as arn. An empty array until the bank returns one.',
      examples: [{ arn: '74332746166123456789012' }],
    }),
  created_at: CreatedAt,
  batch_id: z
    .string()
    .nullable()
    .meta({ description: 'Always null.', examples: [null] }),
  status: RefundStatus.meta({
    description:
      'pending: sent to the bank. processed: the payer has the money. failed: the amount is back in your balance.',
    examples: ['processed'],
  }),
  speed_requested: RefundSpeed.meta({ description: 'Speed that was requested.', examples: ['normal'] }),
  speed_processed: z
    .enum(['instant', 'normal'])
    .nullable()
    .meta({
      description: 'Speed at which the refund was processed. Null while pending.',
      examples: ['normal'],
    }),
})
export type Refund = z.output<typeof Refund>

/** A refund in the list of the dashboard, with its requester and failure reason. */
export const ListedRefund = Refund.extend({
  /** The kind and name of the actor: "user:asha@example.com". */
  created_by: z.string().nullable(),
  failure_reason: z.string().nullable(),
  /** Whether it automatically returns a payment that was never captured. */
  automatic: z.boolean(),
  finished_at: StoredInteger.nullable(),
})
export type ListedRefund = z.output<typeof ListedRefund>

export const RefundOfPayer = ListedRefund.extend({
  customer_name: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
})
export type RefundOfPayer = z.output<typeof RefundOfPayer>

/** A refund with the data about its payment for its page and its advice. */
export const RefundDetails = ListedRefund.extend({
  /** The URL by which the customer follows it, once there is one. */
  link: z.string().nullable(),
  acquirer: AcquirerOfRecord.nullable(),
  payment: z.object({
    order_id: z.string().nullable(),
    receipt: z.string().nullable(),
    amount: StoredInteger,
    amount_refunded: StoredInteger,
    method: PaymentMethod,
    bank: z.string().nullable(),
    wallet: z.string().nullable(),
    vpa: z.string().nullable(),
    last4: z.string().nullable(),
    network: z.string().nullable(),
    email: z.string().nullable(),
    contact: z.string().nullable(),
    created_at: CreatedAt,
  }),
})
export type RefundDetails = z.output<typeof RefundDetails>

/** The link by which a customer follows a refund; null when there is none. */
export const RefundLink = z.object({ id: z.string(), link: z.string().nullable() })

/**
 * The part of a refund that its customer sees, and anyone else who is given the link: no contacts, no notes, no
 * requester.
 */
export const RefundForCustomer = z.object({
  id: z.string(),
  merchant_name: z.string(),
  /** Whom the customer asks; null if the merchant has set no contact. */
  support: Support.nullable(),
  mode: z.enum(['test', 'live']),
  amount: StoredInteger,
  currency: z.string(),
  status: RefundStatus,
  created_at: CreatedAt,
  finished_at: StoredInteger.nullable(),
  /** The last second by which it should arrive, while it is pending. */
  due: StoredInteger.nullable(),
  overdue: z.boolean(),
  acquirer_data: AcquirerData,
  payment: z.object({
    amount: StoredInteger,
    created_at: CreatedAt,
    method: PaymentMethod,
    card: Card.pick({ network: true, last4: true }).optional(),
    bank: z.string().nullable(),
    wallet: z.string().nullable(),
    /** With most of the name masked. */
    vpa: z.string().nullable(),
    receipt: z.string().nullable(),
  }),
})
export type RefundForCustomer = z.output<typeof RefundForCustomer>

const fields = {
  amount: Amount.optional().meta({
    description: 'Defaults to the full refundable amount.',
    examples: [10_000],
  }),
  speed: RefundSpeed.default('normal').meta({
    description: 'normal: 5 to 7 working days. optimum: instant where the payment method supports it.',
    examples: ['normal'],
  }),
  receipt: z
    .string()
    .min(1, 'The receipt must not be empty. Leave it out instead.')
    .max(40, 'The receipt can be up to 40 characters.')
    .nullish()
    .meta({ description: 'Your reference, up to 40 characters.', examples: ['RF-81'] }),
  notes: NotesInput.default({}).meta({ examples: [{ reason: 'Arrived broken' }] }),
}

/** `POST /v1/payments/:id/refund` */
export const RefundPayment = z.strictObject({ id: Id('payment'), ...fields })

/** `POST /v1/refunds` */
export const CreateRefund = z.strictObject({ payment_id: Id('payment'), ...fields })

/**
 * A refund from the dashboard includes the refundable amount that the person saw, so that two people cannot both refund
 * it.
 */
export const RefundPaymentIfUnchanged = z.strictObject({
  id: Id('payment'),
  ...fields,
  expected_refundable: Amount,
})

export const FetchRefund = z.strictObject({ id: Id('refund') })

export const FetchAllRefunds = z.strictObject({
  ...PageQuery,
  ...cursors(Id('refund')),
  query: filterText('status:failed amount:>=500 created:last-month'),
  status: RefundStatus.optional().meta({ description: 'Only refunds with this status.' }),
  payment_id: Id('payment').optional().meta({ description: 'Only refunds of this payment.' }),
})

export const UpdateRefund = z.strictObject({
  id: Id('refund'),
  notes: NotesInput.meta({ examples: [{ reason: 'Arrived broken' }] }),
})

/** What was refunded in each stretch, of what was captured in it, and how long refunds took. */
export const RefundTrend = trendOf({
  refunded: Sum,
  captured: Sum,
  count: StoredInteger,
  /** The median of seconds from creation to the bank's confirmation; null where none is processed. */
  seconds: StoredInteger.nullable(),
})
export type RefundTrend = z.output<typeof RefundTrend>
