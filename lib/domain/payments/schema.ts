import { z } from 'zod'
import { Id } from '#lib/values/id.ts'
import { Amount, Currency, StoredInteger } from '#lib/values/money.ts'
import { Notes, NotesInput } from '#lib/values/notes.ts'
import { cursors, PageQuery } from '#lib/values/page.ts'

export const PAYMENT_STATUSES = ['created', 'authorized', 'captured', 'refunded', 'failed'] as const
export const PaymentStatus = z.enum(PAYMENT_STATUSES)
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const PAYMENT_METHODS = ['card', 'netbanking', 'wallet', 'emi', 'upi'] as const
export const PaymentMethod = z.enum(PAYMENT_METHODS)
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** What is kept and shown of a card. */
export const Card = z.object({
  id: z.string(),
  entity: z.literal('card').default('card'),
  name: z.string().nullable(),
  last4: z.string(),
  network: z.string(),
  type: z.string(),
  issuer: z.string().nullable(),
  international: z.boolean(),
  emi: z.boolean(),
  sub_type: z.string(),
  token_iin: z.string().nullable(),
})
export type Card = z.output<typeof Card>

export const AcquirerData = z.record(z.string(), z.string().nullable())

/** A payment, as the specification has it; `card` only when it was asked for with expand. */
export const Payment = z.object({
  id: z.string(),
  entity: z.literal('payment').default('payment'),
  amount: StoredInteger,
  currency: z.string(),
  status: PaymentStatus,
  order_id: z.string().nullable(),
  invoice_id: z.string().nullable(),
  international: z.boolean(),
  method: PaymentMethod,
  amount_refunded: StoredInteger,
  refund_status: z.enum(['partial', 'full']).nullable(),
  captured: z.boolean(),
  description: z.string().nullable(),
  card_id: z.string().nullable(),
  card: Card.optional(),
  bank: z.string().nullable(),
  wallet: z.string().nullable(),
  vpa: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  customer_id: z.string().nullable(),
  token_id: z.string().nullable(),
  notes: Notes,
  fee: StoredInteger.nullable(),
  tax: StoredInteger.nullable(),
  error_code: z.string().nullable(),
  error_description: z.string().nullable(),
  error_source: z.string().nullable(),
  error_step: z.string().nullable(),
  error_reason: z.string().nullable(),
  acquirer_data: AcquirerData,
  created_at: StoredInteger,
})
export type Payment = z.output<typeof Payment>

/** A payment in the list of the desk: the entity, with the receipt of its order, the end of its card number and its deadline. */
export const ListedPayment = Payment.extend({
  receipt: z.string().nullable(),
  last4: z.string().nullable(),
  network: z.string().nullable(),
  /** Until when an authorized payment can be captured. */
  capture_by: StoredInteger.nullable(),
  /** The name of its customer, when it is linked to one that has a name. */
  customer_name: z.string().nullable(),
})
export type ListedPayment = z.output<typeof ListedPayment>

/** Why something cannot be done now: the reason of the closed list, and its sentence. */
export const Refusal = z.object({ reason: z.string(), description: z.string() })
export type Refusal = z.output<typeof Refusal>

/** A payment as its page shows it: with what can be done to it, decided by the rules. */
export const InspectedPayment = ListedPayment.extend({
  order_status: z.string().nullable(),
  authorized_at: StoredInteger.nullable(),
  captured_at: StoredInteger.nullable(),
  /** The call to the bank that is under way, if any. */
  operation: z.string().nullable(),
  capture_refusal: Refusal.nullable(),
  refund_refusal: Refusal.nullable(),
  /** What is left to refund. */
  refundable: StoredInteger,
  /** Whether a refund of it can be instant. */
  instant_refund: z.boolean(),
  /** What a capture now would cost, tax included. */
  expected_fee: StoredInteger,
})
export type InspectedPayment = z.output<typeof InspectedPayment>

/** One thing that happened to a payment or an order, with who did it and the request it came with. */
export const TimelineEntry = z.object({
  id: z.string(),
  /** An event name, `payment.created`, or the name of an operation that only changed notes. */
  what: z.string(),
  actor_kind: z.string(),
  actor_name: z.string(),
  request_id: z.string().nullable(),
  created_at: StoredInteger,
  /** The snapshots that came with the event: payment, refund, order. */
  payload: z.record(z.string(), z.object({ entity: z.record(z.string(), z.unknown()) })),
  /** The members that an edit changed, before and after. */
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })).optional(),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

export const PaymentExpand = z.array(z.enum(['card'], 'expand accepts card here.')).default([])

export const FetchPayment = z.strictObject({ id: Id('payment'), expand: PaymentExpand })

export const FetchAllPayments = z.strictObject({
  ...PageQuery,
  ...cursors(Id('payment')),
  expand: PaymentExpand,
  status: PaymentStatus.optional(),
  method: PaymentMethod.optional(),
  email: z.string().max(64).optional(),
  contact: z.string().max(20).optional(),
  order_id: Id('order').optional(),
  customer_id: Id('customer').optional(),
  amount: z.strictObject({ gte: Amount.optional(), lte: Amount.optional() }).optional(),
})

export const FetchPaymentCard = z.strictObject({ id: Id('payment') })

export const UpdatePayment = z.strictObject({ id: Id('payment'), notes: NotesInput })

export const CapturePayment = z.strictObject({
  id: Id('payment'),
  amount: Amount.meta({ description: 'Must equal the authorized amount.' }),
  currency: Currency.optional(),
})

export const FetchPaymentRefunds = z.strictObject({
  id: Id('payment'),
  ...PageQuery,
  ...cursors(Id('refund')),
})
export const FetchPaymentRefund = z.strictObject({ id: Id('payment'), refund_id: Id('refund') })
export const FetchPaymentTransfers = z.strictObject({ id: Id('payment') })

/** Which ways of paying work in an account. */
export const Availability = z.object({
  /** Whether there is a bank: in live mode only with a configured acquirer. Cards, UPI, banks and payouts need one. */
  bank: z.boolean(),
  /** Whether customers can pay from their wallets: the account has them, and one-time passwords can be sent. */
  wallet: z.boolean(),
})
export type Availability = z.output<typeof Availability>
