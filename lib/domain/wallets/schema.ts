import { z } from 'zod'
import { cursors, PageQuery } from '#lib/filters/page.ts'
import { Contact, Email } from '#lib/values/contact.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, CreatedAt, StoredInteger, Sum } from '#lib/values/money.ts'
import { NotesInput } from '#lib/values/notes.ts'
import { trendOf } from '#lib/values/trend.ts'

/** The balance and the limits of a wallet. Zero for a customer without one. */
export const WalletBalance = z.object({
  entity: z.literal('wallet').default('wallet').meta({ description: 'Always wallet.' }),
  balance: StoredInteger.meta({ description: 'Balance of the wallet in paise.', examples: [25_000] }),
  monthly_usage: StoredInteger.meta({
    description: 'Total credited in the current calendar month (Asia/Kolkata).',
    examples: [25_000],
  }),
  max_balance: StoredInteger.meta({
    description: 'Largest balance that the wallet can have.',
    examples: [2_000_000],
  }),
})
export type WalletBalance = z.output<typeof WalletBalance>

/** One entry of a wallet's statement; `balance` is the balance after it, in the order of commit. */
export const CustomerTransaction = z.object({
  id: z
    .string()
    .meta({ description: 'ID of the entry, with the prefix ctxn_.', examples: ['ctxn_NfLw3gQ81xRt0a'] }),
  entity: z
    .literal('customer_transaction')
    .default('customer_transaction')
    .meta({ description: 'Always customer_transaction.' }),
  source: z.string().meta({
    description: 'ID of the transfer, payment, refund, payout or reversal behind the entry.',
    examples: ['trf_NfLw3gQ81xRt0a'],
  }),
  status: z.literal('completed').meta({ description: 'Always completed.' }),
  type: z.enum(['transfer', 'refund']).meta({ description: 'transfer or refund.', examples: ['transfer'] }),
  amount: StoredInteger.meta({
    description: 'Amount of the entry in the smallest currency unit (paise for INR).',
    examples: [10_000],
  }),
  currency: z.string().meta({ description: 'Three-letter ISO 4217 currency code.', examples: ['INR'] }),
  credit: StoredInteger.meta({
    description: 'Amount credited to the wallet, 0 for a debit.',
    examples: [10_000],
  }),
  debit: StoredInteger.meta({
    description: 'Amount debited from the wallet, 0 for a credit.',
    examples: [0],
  }),
  balance: StoredInteger.meta({ description: 'Balance of the wallet after the entry.', examples: [25_000] }),
  description: z
    .string()
    .nullable()
    .meta({ description: 'Explanation of the entry, or null.', examples: [null] }),
  created_at: CreatedAt,
})
export type CustomerTransaction = z.output<typeof CustomerTransaction>

export const FetchBalance = z.strictObject({ id: Id('customer') })

export const FetchStatement = z.strictObject({
  id: Id('customer'),
  ...PageQuery,
  ...cursors(Id('customer_transaction')),
})

/** INR only, as specified for everything about wallets. */
export const Rupees = z.literal('INR', 'currency must be INR.').meta({ description: 'Always INR.' })

/** `POST /v1/payments/create/openwallet` */
export const CreateWalletPayment = z.strictObject({
  method: z.literal('wallet', 'method must be wallet.').meta({ description: 'Always wallet.' }),
  wallet: z
    .literal('openwallet', 'wallet must be openwallet.')
    .meta({ description: "Always openwallet: the customer's wallet with you." }),
  customer_id: Id('customer').meta({ description: 'The customer whose wallet is debited.' }),
  order_id: Id('order'),
  amount: Amount.meta({ examples: [50_000] }),
  currency: Rupees,
  contact: Contact.meta({ description: 'Phone number of the payer.', examples: ['+919876543210'] }),
  email: Email.meta({ description: 'Email of the payer.', examples: ['payer@example.com'] }),
  description: z
    .string()
    .max(255, 'The description can be up to 255 characters.')
    .nullish()
    .meta({ description: 'Description of the payment, up to 255 characters.' }),
  notes: NotesInput.default({}),
})

export const WalletPaymentResponse = z.object({
  service_payment_id: z
    .string()
    .meta({ description: 'ID of the payment, as signed.', examples: ['pay_NfLw3gQ81xRt0a'] }),
  service_order_id: z
    .string()
    .meta({ description: 'ID of the order, as signed.', examples: ['order_NfLw3gQ81xRt0a'] }),
  service_signature: z.string().meta({
    description: "Lowercase hex HMAC-SHA256 of order_id|payment_id with your key's secret.",
    examples: ['6b5f1d1ff2d4c1dc7c4f8b5f2cf2a6d3b8a0e1f97c3d6e54a2b1908f7e6d5c4b'],
  }),
})

/** The wallet of a customer, for its card. */
export const WalletDetails = z.object({
  customer_id: z.string(),
  name: z.string().nullable(),
  contact: z.string().nullable(),
  currency: z.string(),
  /** Whether the account has wallets. */
  served: z.boolean(),
  /** Whether the customer's number can have a wallet. */
  possible: z.boolean(),
  exists: z.boolean(),
  balance: StoredInteger,
  /** The amounts that may return: payouts at the bank, uncaptured payments. */
  returning_amount: StoredInteger,
  monthly_usage: StoredInteger,
  max_balance: StoredInteger,
  monthly_limit: StoredInteger,
  on_hold: StoredInteger,
  on_hold_count: z.int(),
  entries: z.array(CustomerTransaction),
})
export type WalletDetails = z.output<typeof WalletDetails>

export const ListedWallet = z.object({
  customer_id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  balance: StoredInteger,
  returning_amount: StoredInteger,
  monthly_usage: StoredInteger,
  entries: StoredInteger,
  last_entry_at: StoredInteger,
  created_at: CreatedAt,
})
export type ListedWallet = z.output<typeof ListedWallet>

/** The equation of a statement: opening + credits - debits = closing, each computed separately. */
export const StatementSums = z.object({
  opening: Sum,
  credits: Sum,
  debits: Sum,
  closing: Sum,
  entries: z.int(),
  reconciles: z.boolean(),
})
export type StatementSums = z.output<typeof StatementSums>

/** One entry of a statement in the dashboard and in downloads, with the detailed kind of its source. */
export const StatementLine = CustomerTransaction.extend({
  seq: StoredInteger,
  /** The payment of a refund or of a transfer, if any. */
  payment_id: z.string().nullable(),
  transfer_id: z.string().nullable(),
})
export type StatementLine = z.output<typeof StatementLine>

/** A printed statement as holders of its code can verify it; of the customer only a hint that they recognise. */
export const CheckedStatement = z.object({
  code: z.string(),
  merchant_name: z.string(),
  mode: z.enum(['test', 'live']),
  customer_id: z.string(),
  /** Masked: +91 ••••• ••210. */
  contact: z.string().nullable(),
  currency: z.string(),
  from: StoredInteger.nullable(),
  to: StoredInteger,
  zone: z.string(),
  /** The printed figures. */
  sums: StatementSums,
  created_at: CreatedAt,
  /** Whether the entries on the printed statement still have the same sums. */
  agrees: z.boolean(),
})
export type CheckedStatement = z.output<typeof CheckedStatement>

/** A wallet as the payer sees it on the checkout page: nothing before they have proven that they own it. */
export const WalletForPayer = z.object({
  /** `ask`: a password is needed; `code`: it was sent; `open`: it was correct. */
  step: z.enum(['ask', 'code', 'open']),
  /** Why the last password ended, if that is worth telling. */
  ended: z.enum(['tries', 'time']).nullable(),
  tries_left: z.int().nullable(),
  test_password: z.string().nullable(),
  /** Null before `open`, and without a wallet. */
  balance: StoredInteger.nullable(),
})
export type WalletForPayer = z.output<typeof WalletForPayer>

/** What was added to all wallets in each stretch, what of it is on hold, and what left them. */
export const WalletTrend = trendOf({ added: Sum, on_hold: Sum, spent: Sum, paid_out: Sum })
export type WalletTrend = z.output<typeof WalletTrend>

/** The balance of a wallet at the end of each stretch. */
export const WalletBalanceTrend = trendOf({ balance: StoredInteger, credits: Sum, debits: Sum })
export type WalletBalanceTrend = z.output<typeof WalletBalanceTrend>
