import { z } from 'zod'
import { ListedFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import { Rupees } from '#lib/domain/wallets/schema.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, StoredInteger } from '#lib/values/money.ts'
import { Notes, NotesInput } from '#lib/values/notes.ts'
import { cursors, PageQuery } from '#lib/values/page.ts'

export const PAYOUT_STATUSES = ['processing', 'processed', 'reversed'] as const
export const PayoutStatus = z.enum(PAYOUT_STATUSES)
export type PayoutStatus = z.infer<typeof PayoutStatus>

/** Money on its way from a wallet to a bank account, as the specification has it. */
export const Payout = z.object({
  id: z.string(),
  entity: z.literal('payout').default('payout'),
  customer_id: z.string(),
  fund_account_id: z.string(),
  amount: StoredInteger,
  currency: z.string(),
  notes: Notes,
  fees: StoredInteger,
  tax: StoredInteger,
  status: PayoutStatus,
  purpose: z.string(),
  utr: z.string().nullable(),
  reference_id: z.string().nullable(),
  narration: z.string(),
  batch_id: z.string().nullable(),
  failure_reason: z.string().nullable(),
  created_at: StoredInteger,
  fee_type: z.string().nullable(),
})
export type Payout = z.output<typeof Payout>

/** What appears on the bank statement: banks take no other characters. */
export const Narration = z
  .string()
  .regex(/^[A-Za-z0-9 ]{1,30}$/, 'The narration can have up to 30 letters, digits and spaces.')

/** `POST /v1/customers/:id/payouts` */
export const CreatePayout = z.strictObject({
  id: Id('customer'),
  fund_account_id: Id('fund_account'),
  purpose: z
    .string()
    .trim()
    .min(1, 'The purpose must not be empty.')
    .max(30, 'The purpose can be up to 30 characters.'),
  amount: Amount.min(100, 'The minimum payout is ₹1.00 (100 paise).'),
  currency: Rupees,
  notes: NotesInput.default({}),
  reference_id: z
    .string()
    .min(1, 'The reference must not be empty. Leave it out instead.')
    .max(40, 'The reference can be up to 40 characters.')
    .nullish(),
  narration: Narration.nullish(),
})

export const FetchPayout = z.strictObject({ id: Id('payout') })

const filters = { ...PageQuery, ...cursors(Id('payout')), status: PayoutStatus.optional() }

export const FetchAllPayouts = z.strictObject({ ...filters, customer_id: Id('customer').optional() })
export const FetchCustomerPayouts = z.strictObject({ id: Id('customer'), ...filters })

/** A payout in the list of the pages, with its customer and the end of its bank account. */
export const ListedPayout = Payout.extend({
  customer_name: z.string().nullable(),
  bank_name: z.string(),
  ifsc: z.string(),
  holder: z.string(),
  number_last4: z.string(),
  created_by: z.string().nullable(),
  finished_at: StoredInteger.nullable(),
})
export type ListedPayout = z.output<typeof ListedPayout>

/** What somebody has to know who is about to pay out from a wallet. */
export const PreparedPayout = z.object({
  customer_id: z.string(),
  currency: z.string(),
  /** What the wallet holds now; 0 where there is none. */
  balance: StoredInteger,
  fees: StoredInteger,
  tax: StoredInteger,
  default_narration: z.string(),
  /** The active fund accounts of the customer, the newest first. */
  accounts: z.array(ListedFundAccount),
})
export type PreparedPayout = z.output<typeof PreparedPayout>
