import { z } from 'zod'
import { Contact, Email } from '#lib/values/contact.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, StoredInteger } from '#lib/values/money.ts'
import { NotesInput } from '#lib/values/notes.ts'
import { cursors, PageQuery } from '#lib/values/page.ts'

/** What a wallet holds and may hold. Zero for a customer who has none yet. */
export const WalletBalance = z.object({
  entity: z.literal('wallet').default('wallet'),
  balance: StoredInteger,
  monthly_usage: StoredInteger.meta({ description: 'Credits of the calendar month in Asia/Kolkata.' }),
  max_balance: StoredInteger,
})
export type WalletBalance = z.output<typeof WalletBalance>

/** One entry of a wallet's statement; `balance` is the balance after it, in the order in which they were committed. */
export const CustomerTransaction = z.object({
  id: z.string(),
  entity: z.literal('customer_transaction').default('customer_transaction'),
  source: z.string(),
  status: z.literal('completed'),
  type: z.enum(['transfer', 'refund']),
  amount: StoredInteger,
  currency: z.string(),
  credit: StoredInteger,
  debit: StoredInteger,
  balance: StoredInteger,
  description: z.string().nullable(),
  created_at: StoredInteger,
})
export type CustomerTransaction = z.output<typeof CustomerTransaction>

export const FetchBalance = z.strictObject({ id: Id('customer') })

export const FetchStatement = z.strictObject({
  id: Id('customer'),
  ...PageQuery,
  ...cursors(Id('customer_transaction')),
})

/** INR only, as the specification has it for everything about wallets. */
export const Rupees = z.literal('INR', 'currency must be INR.')

/** `POST /v1/payments/create/openwallet` */
export const CreateWalletPayment = z.strictObject({
  method: z.literal('wallet', 'method must be wallet.'),
  wallet: z.literal('openwallet', 'wallet must be openwallet.'),
  customer_id: Id('customer'),
  order_id: Id('order'),
  amount: Amount,
  currency: Rupees,
  contact: Contact,
  email: Email,
  description: z.string().max(255, 'A description is at most 255 characters.').nullish(),
  notes: NotesInput.default({}),
})

/** The answer to a payment from a wallet. */
export const WalletPaymentAnswer = z.object({
  service_payment_id: z.string(),
  service_order_id: z.string(),
  service_signature: z.string(),
})
