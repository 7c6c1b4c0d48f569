import { z } from 'zod'
import { Id } from '#lib/values/id.ts'
import { Ifsc } from '#lib/values/ifsc.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { cursors, PageQuery } from '#lib/values/page.ts'
import { Truth } from '#lib/values/truth.ts'

/** A bank account that a customer is paid out to. `active` is the text "true" or "false", as specified. */
export const FundAccount = z.object({
  id: z.string(),
  entity: z.literal('fund_account').default('fund_account'),
  customer_id: z.string(),
  account_type: z.literal('bank_account'),
  bank_account: z.object({
    name: z.string(),
    account_number: z.string(),
    ifsc: z.string(),
    bank_name: z.string(),
  }),
  active: z.preprocess(
    (value) => (typeof value === 'boolean' ? String(value) : value),
    z.enum(['true', 'false']),
  ),
  created_at: StoredInteger,
})
export type FundAccount = z.output<typeof FundAccount>

const AccountNumber = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/[\s-]/g, '') : value),
  z
    .string({ error: 'account_number must be a string, so that leading zeros are kept.' })
    .regex(/^[A-Za-z0-9]{5,35}$/, 'account_number must have 5 to 35 letters and digits.'),
)

/** `POST /v1/fund_accounts` */
export const CreateFundAccount = z.strictObject({
  customer_id: Id('customer'),
  account_type: z.literal('bank_account', 'account_type must be bank_account.'),
  bank_account: z.strictObject({
    name: z
      .string()
      .trim()
      .min(3, "The account holder's name must have at least 3 characters.")
      .max(120, "The account holder's name can be up to 120 characters."),
    ifsc: Ifsc,
    account_number: AccountNumber,
  }),
})

export const FetchFundAccount = z.strictObject({ id: Id('fund_account') })

export const FetchAllFundAccounts = z.strictObject({
  ...PageQuery,
  ...cursors(Id('fund_account')),
  customer_id: Id('customer').optional(),
})

export const UpdateFundAccount = z.strictObject({ id: Id('fund_account'), active: Truth })

/** A fund account in the list of the pages: of its number the last four only. */
export const ListedFundAccount = z.object({
  id: z.string(),
  customer_id: z.string(),
  customer_name: z.string().nullable(),
  name: z.string(),
  ifsc: z.string(),
  bank_name: z.string(),
  number_last4: z.string(),
  active: z.boolean(),
  created_by: z.string().nullable(),
  created_at: StoredInteger,
})
export type ListedFundAccount = z.output<typeof ListedFundAccount>
