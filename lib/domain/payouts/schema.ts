import { z } from 'zod'
import { AcquirerOfRecord } from '#lib/domain/acquirers/schema.ts'
import { ListedFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import { Rupees } from '#lib/domain/wallets/schema.ts'
import { cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, CreatedAt, StoredInteger } from '#lib/values/money.ts'
import { Notes, NotesInput } from '#lib/values/notes.ts'

export const PAYOUT_STATUSES = ['processing', 'processed', 'reversed'] as const
export const PayoutStatus = z.enum(PAYOUT_STATUSES)
export type PayoutStatus = z.infer<typeof PayoutStatus>

const StatusDetails = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null
      ? value
      : { source: value ? 'beneficiary_bank' : null, reason: null, description: value ?? null },
  z.object({
    source: z
      .string()
      .nullable()
      .meta({ description: 'Who reversed the payout, or null.', examples: [null] }),
    reason: z.null().meta({ description: 'Always null.' }),
    description: z
      .string()
      .nullable()
      .meta({ description: 'Same as failure_reason.', examples: [null] }),
  }),
)

/** The details come from the one column with the reason. */
function withDetails(row: unknown) {
  if (typeof row !== 'object' || row === null || 'status_details' in row) return row
  return { ...row, status_details: (row as { failure_reason?: string | null }).failure_reason ?? null }
}

/** A payout from a wallet to a bank account, as specified. */
export const Payout = z.preprocess(
  withDetails,
  z.object({
    id: z
      .string()
      .meta({ description: 'ID of the payout, with the prefix pout_.', examples: ['pout_NfLw3gQ81xRt0a'] }),
    entity: z.literal('payout').default('payout').meta({ description: 'Always payout.' }),
    customer_id: z.string().meta({
      description: 'ID of the customer whose wallet is debited.',
      examples: ['cust_NfLw3gQ81xRt0a'],
    }),
    fund_account_id: z.string().meta({
      description: 'ID of the fund account that receives the money.',
      examples: ['fa_NfLw3gQ81xRt0a'],
    }),
    amount: StoredInteger.meta({
      description: 'Amount of the payout in the smallest currency unit (paise for INR).',
      examples: [10_000],
    }),
    currency: z.string().meta({ description: 'Three-letter ISO 4217 currency code.', examples: ['INR'] }),
    notes: Notes.meta({ examples: [[]] }),
    fees: StoredInteger.meta({ description: 'Fee charged for the payout, excluding tax.', examples: [300] }),
    tax: StoredInteger.meta({ description: 'Tax on the fee.', examples: [54] }),
    status: PayoutStatus.meta({
      description: 'processing: at the bank. processed: in the bank account. reversed: back in the wallet.',
      examples: ['processed'],
    }),
    purpose: z.string().meta({ description: 'Purpose of the payout, as sent.', examples: ['refund'] }),
    utr: z
      .string()
      .nullable()
      .meta({
        description: 'Unique transaction reference (UTR) of the bank. Null while processing.',
        examples: ['UTR616612345678'],
      }),
    reference_id: z
      .string()
      .nullable()
      .meta({ description: 'Your reference, or null.', examples: ['PO-17'] }),
    narration: z
      .string()
      .meta({ description: 'Text on the bank statement of the recipient.', examples: ['Test Stores'] }),
    batch_id: z
      .string()
      .nullable()
      .meta({ description: 'Always null.', examples: [null] }),
    failure_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the payout was reversed, or null.', examples: [null] }),
    mode: z
      .literal(null)
      .default(null)
      .meta({ description: 'Always null: the bank chooses how the money is sent.' }),
    status_details: StatusDetails.meta({ description: 'Why the payout was reversed, in parts.' }),
    created_at: CreatedAt,
    fee_type: z
      .string()
      .nullable()
      .meta({ description: 'Always null.', examples: [null] }),
  }),
)
export type Payout = z.output<typeof Payout>

/** What appears on the bank statement: banks take no other characters. */
const Narration = z
  .string()
  .regex(/^[A-Za-z0-9 ]{1,30}$/, 'The narration can have up to 30 letters, digits and spaces.')

/** `POST /v1/customers/:id/payouts` */
export const CreatePayout = z.strictObject({
  id: Id('customer'),
  fund_account_id: Id('fund_account').meta({
    description:
      'ID of the fund account that receives the money. It must belong to the customer and be active.',
  }),
  purpose: z
    .string()
    .trim()
    .min(1, 'The purpose must not be empty.')
    .max(30, 'The purpose can be up to 30 characters.')
    .meta({
      description: 'Purpose of the payout in your own words, up to 30 characters.',
      examples: ['refund'],
    }),
  amount: Amount.min(100, 'The minimum payout is ₹1.00 (100 paise).').meta({
    description: 'Amount of the payout, at least 100 (₹1.00). Fees and tax are debited in addition.',
    examples: [10_000],
  }),
  currency: Rupees,
  notes: NotesInput.default({}),
  reference_id: z
    .string()
    .min(1, 'The reference must not be empty. Leave it out instead.')
    .max(40, 'The reference can be up to 40 characters.')
    .nullish()
    .meta({ description: 'Your reference, up to 40 characters.', examples: ['PO-17'] }),
  narration: Narration.nullish().meta({
    description:
      'Text on the bank statement of the recipient, up to 30 letters, digits and spaces. Defaults to your business name.',
    examples: ['Test Stores refund'],
  }),
})

export const FetchPayout = z.strictObject({ id: Id('payout') })

const filters = {
  ...PageQuery,
  ...cursors(Id('payout')),
  status: PayoutStatus.optional().meta({ description: 'Only payouts with this status.' }),
}

export const FetchAllPayouts = z.strictObject({
  ...filters,
  customer_id: Id('customer')
    .optional()
    .meta({ description: 'Only payouts from the wallet of this customer.' }),
  account_number: z
    .string()
    .max(64, 'account_number can be up to 64 characters.')
    .optional()
    .meta({
      description: 'Account that the payouts were made from: the ID of your own.',
      examples: ['acc_NfLw3gQ81xRt0a'],
    }),
  query: filterText('status:reversed amount:>=500 created:last-month'),
})
export const FetchCustomerPayouts = z.strictObject({ id: Id('customer'), ...filters })

/** A payout in the list of the dashboard, with its customer and the last digits of its bank account. */
const Listed = Payout.out.extend({
  customer_name: z.string().nullable(),
  bank_name: z.string(),
  ifsc: z.string(),
  holder: z.string(),
  number_last4: z.string(),
  created_by: z.string().nullable(),
  finished_at: StoredInteger.nullable(),
})
export const ListedPayout = z.preprocess(withDetails, Listed)
export type ListedPayout = z.output<typeof ListedPayout>

/** A payout as its page shows it. */
export const PayoutDetails = z.preprocess(
  withDetails,
  Listed.extend({ acquirer: AcquirerOfRecord.nullable() }),
)
export type PayoutDetails = z.output<typeof PayoutDetails>

/** The data of the form for a payout from a wallet. */
export const PreparedPayout = z.object({
  customer_id: z.string(),
  currency: z.string(),
  /** The present balance of the wallet; 0 without one. */
  balance: StoredInteger,
  fees: StoredInteger,
  tax: StoredInteger,
  default_narration: z.string(),
  /** The active fund accounts of the customer, newest first. */
  accounts: z.array(ListedFundAccount),
})
export type PreparedPayout = z.output<typeof PreparedPayout>
