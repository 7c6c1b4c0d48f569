import { z } from 'zod'
import { AcquirerOfRecord, OfAcquirer } from '#lib/domain/acquirers/schema.ts'
import { KindSums } from '#lib/domain/balance/schema.ts'
import { cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, CreatedAt, StoredInteger, Sum } from '#lib/values/money.ts'
import { Notes } from '#lib/values/notes.ts'
import { Timestamp } from '#lib/values/timestamp.ts'
import { trendOf } from '#lib/values/trend.ts'

export const SETTLEMENT_STATUSES = ['created', 'processed', 'failed'] as const
export const SettlementStatus = z.enum(SETTLEMENT_STATUSES)
export type SettlementStatus = z.infer<typeof SettlementStatus>

/** Money paid from your balance to your bank account. */
export const Settlement = z.object({
  id: z.string().meta({
    description: 'ID of the settlement, with the prefix setl_.',
    examples: ['setl_NfLw3gQ81xRt0a'],
  }),
  entity: z.literal('settlement').default('settlement').meta({ description: 'Always settlement.' }),
  amount: StoredInteger.meta({
    description:
      'Amount paid to your bank account: payments less fees, tax, refunds and transfers. In the smallest currency unit (paise for INR).',
    examples: [9_973_635],
  }),
  status: SettlementStatus.meta({
    description:
      'created: at the bank. processed: in your bank account. failed: back in your balance, and part of the next settlement.',
    examples: ['processed'],
  }),
  fees: StoredInteger.meta({
    description: 'Fees of the settled payments, including tax.',
    examples: [235_400],
  }),
  tax: StoredInteger.meta({ description: 'Tax included in the fees.', examples: [35_908] }),
  utr: z
    .string()
    .nullable()
    .meta({
      description: 'Unique transaction reference (UTR) of the bank. Null until the bank has paid.',
      examples: ['UTR616612345678'],
    }),
  created_at: CreatedAt,
})
export type Settlement = z.output<typeof Settlement>

export const FetchSettlement = z.strictObject({ id: Id('settlement') })

export const FetchAllSettlements = z.strictObject({
  ...PageQuery,
  ...cursors(Id('settlement')),
  status: SettlementStatus.optional().meta({ description: 'Only settlements with this status.' }),
  query: filterText('credit:missing amount:>=500 created:last-month'),
})

export const ListedSettlement = Settlement.extend({
  currency: z.string(),
  failure_reason: z.string().nullable(),
  /** The day in the bank's calendar, or its own ID if it was created manually. */
  run: z.string(),
  captured_until: StoredInteger,
  created_by: z.string().nullable(),
  finished_at: StoredInteger.nullable(),
})
export type ListedSettlement = z.output<typeof ListedSettlement>

/** A settlement with the sums of its movements by kind, which come to its amount. */
export const SettlementDetails = ListedSettlement.extend({
  kinds: KindSums,
  acquirer: AcquirerOfRecord.nullable(),
  /** Its credit on a bank statement. */
  bank_line: z.object({ id: z.string(), date: z.string(), amount: StoredInteger }).nullable(),
})
export type SettlementDetails = z.output<typeof SettlementDetails>

const calendarPart = (min: number, max: number, what: string) =>
  z.preprocess(
    // Client libraries send 06 for June.
    (value) => (typeof value === 'string' && /^0?\d{1,4}$/.test(value) ? Number(value) : value),
    z
      .int({ error: `${what} must be an integer from ${min} to ${max}.` })
      .min(min, `${what} must be at least ${min}.`)
      .max(max, `${what} must be at most ${max}.`),
  )

/** `GET /v1/settlements/recon/combined` */
export const FetchReconciliation = z.strictObject({
  year: calendarPart(2000, 2120, 'year')
    .optional()
    .meta({ description: 'Year of the settlements. Defaults to the present year.', examples: [2026] }),
  month: calendarPart(1, 12, 'month')
    .optional()
    .meta({
      description:
        'Month of the settlements, 1 to 12, by the calendar of your country. Defaults to the present month.',
      examples: [6],
    }),
  day: calendarPart(1, 31, 'day')
    .optional()
    .meta({ description: 'Day of the settlements. Without it, those of the whole month.', examples: [15] }),
  count: z
    .int({ error: 'count must be an integer from 1 to 1000.' })
    .min(1, 'count must be at least 1.')
    .max(1000, 'count must be at most 1000.')
    .default(10)
    .meta({ description: 'Number of items to return, 1 to 1000.' }),
  skip: z
    .int({ error: 'skip must be an integer of 0 or more.' })
    .min(0, 'skip must be 0 or more.')
    .max(1_000_000_000, 'skip must be at most 1000000000.')
    .default(0)
    .meta({ description: 'Number of newest items to skip.' }),
})

const MOVEMENT_TYPES = ['payment', 'refund', 'transfer', 'reversal', 'adjustment'] as const

/** One settled movement, with its settlement. */
export const ReconciliationItem = z.object({
  entity_id: z.string().meta({
    description:
      'ID of the payment, refund, transfer or reversal, or of the failed settlement that was returned.',
    examples: ['pay_NfLw3gQ81xRt0a'],
  }),
  type: z.enum(MOVEMENT_TYPES).meta({
    description:
      'Type of the movement. adjustment: a failed settlement that was returned to your balance, or a difference.',
    examples: ['payment'],
  }),
  debit: StoredInteger.meta({ description: 'Amount deducted from the settlement.', examples: [0] }),
  credit: StoredInteger.meta({
    description: 'Amount added to the settlement, after fee and tax.',
    examples: [97_640],
  }),
  amount: StoredInteger.meta({
    description: 'Amount of the movement before fee and tax.',
    examples: [100_000],
  }),
  currency: z.string().meta({ description: 'Three-letter ISO 4217 currency code.', examples: ['INR'] }),
  fee: StoredInteger.meta({ description: 'Fee of the payment, including tax.', examples: [2_360] }),
  tax: StoredInteger.meta({ description: 'Tax included in the fee.', examples: [360] }),
  on_hold: z
    .literal(false)
    .default(false)
    .meta({ description: 'Always false: what is on hold is not settled.' }),
  settled: z.literal(true).default(true).meta({ description: 'Always true.' }),
  created_at: CreatedAt,
  settled_at: StoredInteger.meta({
    description: 'Time of the settlement, as a Unix timestamp in seconds.',
    examples: [1_781_764_200],
  }),
  settlement_id: z.string().meta({ description: 'ID of the settlement.', examples: ['setl_NfLw3gQ81xRt0a'] }),
  posted_at: z.literal(null).default(null).meta({ description: 'Always null.' }),
  credit_type: z.literal('default').default('default').meta({ description: 'Always default.' }),
  description: z
    .string()
    .nullable()
    .meta({ description: 'Description of the payment, or null.', examples: [null] }),
  notes: Notes.meta({ examples: [[]] }),
  payment_id: z
    .string()
    .nullable()
    .meta({ description: 'ID of the payment of a refund or transfer, or null.', examples: [null] }),
  settlement_utr: z
    .string()
    .nullable()
    .meta({ description: 'UTR of the settlement, or null.', examples: ['UTR616612345678'] }),
  order_id: z
    .string()
    .nullable()
    .meta({ description: 'ID of the order of the payment, or null.', examples: ['order_NfLw3gQ81xRt0a'] }),
  order_receipt: z
    .string()
    .nullable()
    .meta({ description: 'Receipt of the order, or null.', examples: ['R-17'] }),
  method: z
    .string()
    .nullable()
    .meta({ description: 'Method of the payment, or null.', examples: ['card'] }),
  card_network: z
    .string()
    .nullable()
    .meta({ description: 'Network of the card, or null.', examples: ['Visa'] }),
  card_issuer: z
    .string()
    .nullable()
    .meta({ description: 'Issuer of the card, or null.', examples: ['HDFC'] }),
  card_type: z
    .string()
    .nullable()
    .meta({ description: 'Type of the card, or null.', examples: ['credit'] }),
  dispute_id: z.literal(null).default(null).meta({ description: 'Always null.' }),
})

/** The longest delay that can be set, in working days. */
export const MAX_SETTLEMENT_DELAY = 30

/** Whether and when the balance is settled. */
export const SettlementSettings = z.object({
  /** After how many working days; null keeps captured payments in the balance. */
  delay_days: StoredInteger.nullable(),
  currency: z.string(),
  /** The sums of what the next settlement contains if nothing else happens, and when that is. */
  next: z
    .object({ at: StoredInteger, captured_until: StoredInteger, amount: z.string(), count: StoredInteger })
    .nullable(),
})
export type SettlementSettings = z.output<typeof SettlementSettings>

/** When and with which settlement the money of a payment arrives. */
export const PaymentSettlement = z.object({
  settlement: Settlement.pick({ id: true, status: true, utr: true, created_at: true }).nullable(),
  /** When its settlement is due; null once it has one, or where the account keeps its balance. */
  expected_at: StoredInteger.nullable(),
  /** Whether the account settles its balance. */
  settles: z.boolean(),
})
export type PaymentSettlement = z.output<typeof PaymentSettlement>

export const UpdateSettlementSettings = z.strictObject({
  schedule: z.enum(['off', 'on'], 'Choose whether to settle.'),
  delay_days: z
    .int({ error: `The delay must be an integer from 0 to ${MAX_SETTLEMENT_DELAY}.` })
    .min(0, 'The delay must be 0 or more.')
    .max(MAX_SETTLEMENT_DELAY, `The delay must be at most ${MAX_SETTLEMENT_DELAY}.`)
    .default(2),
})

/** What was settled in each stretch, by whether it has arrived. */
export const SettlementTrend = trendOf({ arrived: Sum, expected: Sum, failed: Sum, count: StoredInteger })
export type SettlementTrend = z.output<typeof SettlementTrend>

/** A settlement that a bank has paid by itself, as it stands on the bank statement. */
export const RecordSettlement = OfAcquirer.extend({
  amount: Amount,
  utr: z
    .string()
    .regex(/^[A-Za-z0-9]{6,64}$/, 'Enter the UTR of the bank statement: 6 to 64 letters and digits.'),
  settled_at: Timestamp,
})
