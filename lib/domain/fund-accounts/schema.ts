import { z } from 'zod'
import { cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Id } from '#lib/values/id.ts'
import { Ifsc } from '#lib/values/ifsc.ts'
import { CreatedAt } from '#lib/values/money.ts'
import { Truth } from '#lib/values/truth.ts'

/** A bank account that a customer is paid out to. `active` is the text "true" or "false", as specified. */
export const FundAccount = z.object({
  id: z
    .string()
    .meta({ description: 'ID of the fund account, with the prefix fa_.', examples: ['fa_NfLw3gQ81xRt0a'] }),
  entity: z.literal('fund_account').default('fund_account').meta({ description: 'Always fund_account.' }),
  customer_id: z.string().meta({
    description: 'ID of the customer that the account belongs to.',
    examples: ['cust_NfLw3gQ81xRt0a'],
  }),
  account_type: z.literal('bank_account').meta({ description: 'Always bank_account.' }),
  bank_account: z
    .object({
      name: z.string().meta({ description: 'Name of the account holder.', examples: ['Asha Rao'] }),
      account_number: z.string().meta({
        description: 'Account number, as a string so that leading zeros are kept.',
        examples: ['123456789012'],
      }),
      ifsc: z.string().meta({ description: 'IFSC of the branch.', examples: ['HDFC0000001'] }),
      bank_name: z
        .string()
        .meta({ description: 'Name of the bank, derived from the IFSC.', examples: ['HDFC Bank'] }),
    })
    .meta({ description: 'The bank account.' }),
  active: z
    .preprocess((value) => (typeof value === 'boolean' ? String(value) : value), z.enum(['true', 'false']))
    .meta({
      description: '"true" if payouts can be made to the account, "false" if not.',
      examples: ['true'],
    }),
  batch_id: z.literal(null).default(null).meta({ description: 'Always null: there are no bulk uploads.' }),
  created_at: CreatedAt,
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
  customer_id: Id('customer').meta({ description: 'The customer that the account belongs to.' }),
  account_type: z
    .literal('bank_account', 'account_type must be bank_account.')
    .meta({ description: 'Always bank_account.' }),
  bank_account: z
    .strictObject({
      name: z
        .string()
        .trim()
        .min(3, "The account holder's name must have at least 3 characters.")
        .max(120, "The account holder's name can be up to 120 characters.")
        .meta({ description: 'Name of the account holder, 3 to 120 characters.', examples: ['Asha Rao'] }),
      ifsc: Ifsc.meta({ description: 'IFSC of the branch, 11 characters.', examples: ['HDFC0000001'] }),
      account_number: AccountNumber.meta({
        description:
          'Account number of 5 to 35 letters and digits, as a string so that leading zeros are kept.',
        examples: ['123456789012'],
      }),
    })
    .meta({ description: 'The bank account.' }),
})

export const FetchFundAccount = z.strictObject({ id: Id('fund_account') })

export const FetchAllFundAccounts = z.strictObject({
  ...PageQuery,
  ...cursors(Id('fund_account')),
  customer_id: Id('customer').optional().meta({ description: 'Only fund accounts of this customer.' }),
  query: filterText('active:false'),
})

export const UpdateFundAccount = z.strictObject({
  id: Id('fund_account'),
  active: Truth.meta({ description: 'Whether payouts can be made to the account.', examples: [false] }),
})

/** A fund account in the list of the dashboard: of its number, only the last four digits. */
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
  created_at: CreatedAt,
})
export type ListedFundAccount = z.output<typeof ListedFundAccount>
