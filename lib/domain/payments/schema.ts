import { z } from 'zod'
import { AcquirerOfRecord } from '#lib/domain/acquirers/schema.ts'
import { TransferExpand } from '#lib/domain/transfers/schema.ts'
import { cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, CreatedAt, Currency, StoredInteger, Sum } from '#lib/values/money.ts'
import { Notes, NotesInput } from '#lib/values/notes.ts'
import { PayerDevice } from '#lib/values/payer-device.ts'
import { RuleError } from '#lib/values/rule-error.ts'
import { Timestamp } from '#lib/values/timestamp.ts'
import { trendOf } from '#lib/values/trend.ts'

export const PAYMENT_STATUSES = ['created', 'authorized', 'captured', 'refunded', 'failed'] as const
export const PaymentStatus = z.enum(PAYMENT_STATUSES)
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const PAYMENT_METHODS = ['card', 'netbanking', 'wallet', 'emi', 'upi'] as const
export const PaymentMethod = z.enum(PAYMENT_METHODS)
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const METHOD_LABELS: Record<PaymentMethod, string> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Netbanking',
  wallet: 'Wallet',
  emi: 'EMI',
}

/** The stored properties of a card. */
export const Card = z.object({
  id: z
    .string()
    .meta({ description: 'ID of the card, with the prefix card_.', examples: ['card_NfLw3gQ81xRt0a'] }),
  entity: z.literal('card').default('card').meta({ description: 'Always card.' }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Name of the cardholder, if the payer entered one.', examples: ['Test Payer'] }),
  last4: z.string().meta({ description: 'Last four digits of the card number.', examples: ['1007'] }),
  network: z.string().meta({ description: 'Card network, such as Visa.', examples: ['Visa'] }),
  type: z.string().meta({ description: 'credit, debit, prepaid or unknown.', examples: ['credit'] }),
  issuer: z
    .string()
    .nullable()
    .meta({ description: 'Code of the bank that issued the card, or null.', examples: [null] }),
  international: z
    .boolean()
    .meta({ description: 'Whether the card was issued outside India.', examples: [false] }),
  emi: z.boolean().meta({ description: 'Whether the payment is in instalments (EMI).', examples: [false] }),
  sub_type: z.string().meta({ description: 'consumer or business.', examples: ['consumer'] }),
  token_iin: z
    .string()
    .nullable()
    .meta({ description: 'First digits of the network token of the card, or null.', examples: [null] }),
})
export type Card = z.output<typeof Card>

export const AcquirerData = z.record(z.string(), z.string().nullable())

const Upi = z.preprocess(
  (value) => (typeof value === 'string' ? { vpa: value } : value),
  z
    .object({ vpa: z.string().meta({ description: 'UPI ID of the payer.', examples: ['success@upi'] }) })
    .nullable(),
)

/** The UPI details are one column of the table, and the deadline of a capture matters until the capture. */
function withDerived(row: unknown) {
  if (typeof row !== 'object' || row === null || ('upi' in row && 'authorized_until' in row)) return row
  const { vpa, status, capture_by } = row as {
    vpa?: string | null
    status?: string
    capture_by?: number | bigint | null
  }
  return {
    upi: vpa ?? null,
    authorized_until: status === 'authorized' ? (capture_by ?? null) : null,
    ...row,
  }
}

const paymentFields = z.object({
  id: z
    .string()
    .meta({ description: 'ID of the payment, with the prefix pay_.', examples: ['pay_NfLw3gQ81xRt0a'] }),
  entity: z.literal('payment').default('payment').meta({ description: 'Always payment.' }),
  amount: StoredInteger.meta({
    description: 'Amount of the payment in the smallest currency unit (paise for INR).',
    examples: [50_000],
  }),
  currency: z.string().meta({ description: 'Three-letter ISO 4217 currency code.', examples: ['INR'] }),
  status: PaymentStatus.meta({
    description:
      'created: at the bank. authorized: approved, not captured. captured: credited to your balance. refunded: fully refunded. failed: declined or not completed.',
    examples: ['captured'],
  }),
  order_id: z
    .string()
    .nullable()
    .meta({ description: 'ID of the order that was paid.', examples: ['order_NfLw3gQ81xRt0a'] }),
  invoice_id: z
    .string()
    .nullable()
    .meta({ description: 'Always null.', examples: [null] }),
  international: z
    .boolean()
    .meta({ description: 'Whether the card was issued outside India.', examples: [false] }),
  method: PaymentMethod.meta({ description: 'Payment method.', examples: ['card'] }),
  amount_refunded: StoredInteger.meta({
    description: 'Amount refunded so far, including pending refunds.',
    examples: [0],
  }),
  refund_status: z
    .enum(['partial', 'full'])
    .nullable()
    .meta({ description: 'partial, full, or null if nothing was refunded.', examples: [null] }),
  captured: z
    .boolean()
    .meta({ description: 'Whether the payment was captured. Stays true after a refund.', examples: [true] }),
  description: z
    .string()
    .nullable()
    .meta({
      description: 'Description sent with the payment, shown to the payer.',
      examples: ['Two kilograms of tea'],
    }),
  card_id: z
    .string()
    .nullable()
    .meta({ description: 'ID of the card, for card payments.', examples: ['card_NfLw3gQ81xRt0a'] }),
  card: Card.optional().meta({ description: 'Details of the card. Only with expand[]=card.' }),
  bank: z
    .string()
    .nullable()
    .meta({ description: 'Bank code, for netbanking payments.', examples: [null] }),
  wallet: z
    .string()
    .nullable()
    .meta({ description: 'Wallet that was paid from, for wallet payments.', examples: [null] }),
  vpa: z
    .string()
    .nullable()
    .meta({
      description: 'UPI ID of the payer, for UPI payments. Null until a payment by link is completed.',
      examples: [null],
    }),
  upi: Upi.meta({ description: 'UPI details, for UPI payments. Null for other methods.', examples: [null] }),
  email: z
    .string()
    .nullable()
    .meta({ description: 'Email of the payer.', examples: ['payer@example.com'] }),
  contact: z
    .string()
    .nullable()
    .meta({ description: 'Phone number of the payer.', examples: ['+919876543210'] }),
  customer_id: z
    .string()
    .nullable()
    .meta({
      description: 'ID of the customer that the payment is linked to, or null.',
      examples: ['cust_NfLw3gQ81xRt0a'],
    }),
  token_id: z
    .string()
    .nullable()
    .meta({ description: 'Always null.', examples: [null] }),
  notes: Notes.meta({ examples: [{ shop: 'Mysuru' }] }),
  fee: StoredInteger.nullable().meta({
    description: 'Fee charged, including tax. Null before capture.',
    examples: [1180],
  }),
  tax: StoredInteger.nullable().meta({
    description: 'Tax included in the fee. Null before capture.',
    examples: [180],
  }),
  error_code: z
    .string()
    .nullable()
    .meta({ description: 'Error code of a failed payment, or null.', examples: [null] }),
  error_description: z
    .string()
    .nullable()
    .meta({ description: 'Explanation of the failure, or null.', examples: [null] }),
  error_source: z
    .string()
    .nullable()
    .meta({
      description: 'Where the failure happened: customer, bank, gateway or business. Null without a failure.',
      examples: [null],
    }),
  error_step: z
    .string()
    .nullable()
    .meta({ description: 'Step at which the payment failed, or null.', examples: [null] }),
  error_reason: z
    .string()
    .nullable()
    .meta({
      description: 'Machine-readable reason of the failure, see the list of errors, or null.',
      examples: [null],
    }),
  acquirer_data: AcquirerData.meta({
    description: 'References of the bank: rrn, auth_code or utr. Empty until the bank returns one.',
    examples: [{ auth_code: '482913', rrn: '616612345678' }],
  }),
  authorized_until: StoredInteger.nullable().meta({
    description:
      'When the authorization expires, as a Unix timestamp in seconds. Null unless the payment is authorized.',
    examples: [null],
  }),
  captured_at: StoredInteger.nullable().meta({
    description: 'When the payment was captured, as a Unix timestamp in seconds. Null before capture.',
    examples: [1_781_505_060],
  }),
  created_at: CreatedAt,
})

/** A payment, as specified; `card` only if requested with expand. */
export const Payment = paymentWith({})
export type Payment = z.output<typeof Payment>

/** A payment with more fields. */
export function paymentWith<S extends z.ZodRawShape>(more: S) {
  return z.preprocess(withDerived, paymentFields.extend(more))
}

const listedFields = {
  receipt: z.string().nullable(),
  last4: z.string().nullable(),
  network: z.string().nullable(),
  /** The capture deadline of an authorized payment. */
  capture_by: StoredInteger.nullable(),
  /** The name of its customer, if it is linked to one with a name. */
  customer_name: z.string().nullable(),
}

/** A payment in the list of the dashboard: the entity, with the receipt of its order, the end of its card number and its deadline. */
export const ListedPayment = paymentWith(listedFields)
export type ListedPayment = z.output<typeof ListedPayment>

/** Why an action is not possible: the reason from the closed list, and its sentence. */

/** A payment as its page shows it, with the actions that the rules allow. */
export const PaymentDetails = paymentWith({
  ...listedFields,
  order_status: z.string().nullable(),
  acquirer: AcquirerOfRecord.nullable(),
  authorized_at: StoredInteger.nullable(),
  captured_at: StoredInteger.nullable(),
  /** The payer's browser or app, as the merchant's server described it. */
  payer_device: PayerDevice.nullable(),
  /** The call to the bank in progress, if any. */
  operation: z.string().nullable(),
  capture_error: RuleError.nullable(),
  refund_error: RuleError.nullable(),
  receipt_error: RuleError.nullable(),
  transfer_error: RuleError.nullable(),
  refundable: StoredInteger,
  /** The amount that can be transferred to wallets. */
  transferable: StoredInteger,
  instant_refund: z.boolean(),
  /** The fee of a capture now, tax included. */
  expected_fee: StoredInteger,
})
export type PaymentDetails = z.output<typeof PaymentDetails>

/** The other payments of the payer of a payment, newest first, and the filter of the list that has all of them. */
export const PaymentsOfPayer = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      amount: StoredInteger,
      currency: z.string(),
      status: PaymentStatus,
      method: PaymentMethod,
      error_reason: z.string().nullable(),
      created_at: StoredInteger,
    }),
  ),
  filter: z.object({ name: z.enum(['customer', 'email', 'contact']), value: z.string() }).nullable(),
})
export type PaymentsOfPayer = z.output<typeof PaymentsOfPayer>

const PAYMENT_EXPANSIONS = ['card', 'refunds', 'transfers', 'order', 'upi', 'emi', 'offers'] as const
export type PaymentExpansion = (typeof PAYMENT_EXPANSIONS)[number]

const PaymentExpand = z
  .array(z.enum(PAYMENT_EXPANSIONS, `expand accepts ${PAYMENT_EXPANSIONS.join(', ')} here.`))
  .default([])
  .meta({
    description:
      'Related objects to include: card, refunds, transfers or order. upi is always included. emi and offers are accepted and always empty.',
  })

export const FetchPayment = z.strictObject({
  id: Id('payment'),
  expand: PaymentExpand,
})

export const FetchAllPayments = z.strictObject({
  ...PageQuery,
  ...cursors(Id('payment')),
  query: filterText('status:captured amount:>5000 -method:wallet created:last-month'),
  expand: PaymentExpand,
  status: PaymentStatus.optional().meta({ description: 'Only payments with this status.' }),
  method: PaymentMethod.optional().meta({ description: 'Only payments with this method.' }),
  email: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only payments by the payer with this email.', examples: ['payer@example.com'] }),
  contact: z
    .string()
    .max(20)
    .optional()
    .meta({ description: 'Only payments by the payer with this phone number.', examples: ['+919876543210'] }),
  order_id: Id('order').optional().meta({ description: 'Only payments of this order.' }),
  customer_id: Id('customer').optional().meta({ description: 'Only payments linked to this customer.' }),
  amount: z
    .strictObject({
      gte: Amount.optional().meta({ description: 'Minimum amount.', examples: [10_000] }),
      lte: Amount.optional().meta({ description: 'Maximum amount.', examples: [50_000] }),
    })
    .optional()
    .meta({ description: 'Only payments with an amount in this range, in the smallest currency unit.' }),
  captured_from: Timestamp.optional().meta({
    description: 'Only payments captured at or after this Unix timestamp in seconds.',
  }),
  captured_to: Timestamp.optional().meta({
    description: 'Only payments captured at or before this Unix timestamp in seconds.',
  }),
  authorized_until_from: Timestamp.optional().meta({
    description: 'Only authorized payments that expire at or after this Unix timestamp in seconds.',
  }),
  authorized_until_to: Timestamp.optional().meta({
    description: 'Only authorized payments that expire at or before this Unix timestamp in seconds.',
  }),
})

export const FetchPaymentCard = z.strictObject({ id: Id('payment') })
export const FetchCard = z.strictObject({ id: Id('card') })

export const UpdatePayment = z.strictObject({
  id: Id('payment'),
  notes: NotesInput.meta({ examples: [{ shop: 'Mysuru' }] }),
})

export const CapturePayment = z.strictObject({
  id: Id('payment'),
  amount: Amount.meta({ description: 'Must equal the authorized amount.', examples: [50_000] }),
  currency: Currency.optional().meta({ examples: ['INR'] }),
})

export const FetchPaymentRefunds = z.strictObject({
  id: Id('payment'),
  ...PageQuery,
  ...cursors(Id('refund')),
})
export const FetchPaymentRefund = z.strictObject({ id: Id('payment'), refund_id: Id('refund') })
export const FetchPaymentTransfers = z.strictObject({
  id: Id('payment'),
  expand: TransferExpand,
  ...PageQuery,
  ...cursors(Id('transfer')),
})

/** The ways of paying that work in an account. */
export const Availability = z.object({
  /**
   * Whether a bank is available: in live mode only with a configured acquirer. Cards, UPI, netbanking and payouts need
   * one.
   */
  bank: z.boolean(),
  /** Whether a UPI payment can begin with a link that the payer scans or opens. */
  upi_link: z.boolean(),
  /** Whether customers can pay from their wallets: the account has them, and one-time passwords can be sent. */
  wallet: z.boolean(),
})
export type Availability = z.output<typeof Availability>

/** What was captured in each stretch, how many attempts succeeded, and why others failed. */
export const PaymentTrend = trendOf({
  captured: Sum,
  succeeded: StoredInteger,
  finished: StoredInteger,
  /** By reason; empty where a method is chosen, since reasons are not counted by method. */
  failures: z.record(z.string(), StoredInteger),
})
export type PaymentTrend = z.output<typeof PaymentTrend>
