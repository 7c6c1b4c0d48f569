import { z } from 'zod'
import { cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Contact, Email } from '#lib/values/contact.ts'
import { Gstin } from '#lib/values/gstin.ts'
import { Id } from '#lib/values/id.ts'
import { CreatedAt, StoredInteger, Sum } from '#lib/values/money.ts'
import { Notes, NotesInput } from '#lib/values/notes.ts'
import { Truth } from '#lib/values/truth.ts'

/** A customer (docs/decisions/0012-customers-and-emails.md). */
export const Customer = z.object({
  id: z
    .string()
    .meta({ description: 'ID of the customer, with the prefix cust_.', examples: ['cust_NfLw3gQ81xRt0a'] }),
  entity: z.literal('customer').default('customer').meta({ description: 'Always customer.' }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Name of the customer, or null.', examples: ['Asha Rao'] }),
  email: z
    .string()
    .nullable()
    .meta({ description: 'Email of the customer, or null.', examples: ['asha@example.com'] }),
  contact: z
    .string()
    .nullable()
    .meta({ description: 'Phone number in E.164 format, or null.', examples: ['+919876543210'] }),
  gstin: z
    .string()
    .nullable()
    .meta({
      description: 'Goods and Services Tax Identification Number (GSTIN) of the customer, or null.',
      examples: [null],
    }),
  notes: Notes.meta({ examples: [[]] }),
  created_at: CreatedAt,
})
export type Customer = z.output<typeof Customer>

const Name = z
  .string()
  .trim()
  .min(3, 'The name must have at least 3 characters.')
  .max(50, 'The name can be up to 50 characters.')

/** The fields of a customer. PUT replaces all of them: an absent field becomes empty. */
const fields = {
  name: Name.nullish().meta({
    description: 'Name of the customer, 3 to 50 characters.',
    examples: ['Asha Rao'],
  }),
  email: Email.nullish().meta({
    description: 'Email of the customer, up to 64 characters.',
    examples: ['asha@example.com'],
  }),
  contact: Contact.nullish().meta({
    description: 'Phone number of 8 to 15 digits with an optional +; stored in E.164 format.',
    examples: ['+919876543210'],
  }),
  gstin: Gstin.nullish().meta({
    description:
      'Goods and Services Tax Identification Number (GSTIN) of the customer. Its check character is verified.',
  }),
  notes: NotesInput.default({}).meta({ examples: [{ since: '2024' }] }),
}

/** The fields that can be edited, in reading order. */
export const EDITABLE_FIELDS = ['name', 'email', 'contact', 'gstin', 'notes'] as const
export type EditableField = (typeof EDITABLE_FIELDS)[number]

/** The fields of a customer as the dashboard form validates them. */
export const CustomerFields = z.strictObject(fields)
export type CustomerFields = z.output<typeof CustomerFields>

/** `POST /v1/customers` */
export const CreateCustomer = z.strictObject({
  ...fields,
  fail_existing: Truth.default(true).meta({
    description:
      'What to do when a customer with the same email and contact exists: true fails the request, false returns that customer.',
    examples: [false],
  }),
})

/** `PUT /v1/customers/:id` */
export const UpdateCustomer = z.strictObject({ id: Id('customer'), ...fields })

/** An edit: what is not sent stays, and null clears a field. */
export const EditCustomer = UpdateCustomer.extend({
  notes: NotesInput.optional().meta({ examples: [{ since: '2024' }] }),
})

/** The customer as shown to the person before the edit. */
const ExpectedCustomer = z.strictObject({
  name: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  gstin: z.string().nullable(),
  notes: NotesInput,
})
export type ExpectedCustomer = z.output<typeof ExpectedCustomer>

export const UpdateCustomerIfUnchanged = UpdateCustomer.extend({ seen: ExpectedCustomer })

export const FetchCustomer = z.strictObject({ id: Id('customer') })

export const FetchAllCustomers = z.strictObject({
  ...PageQuery,
  ...cursors(Id('customer')),
  query: filterText('paying:yes country:IN'),
  email: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only customers with this email.', examples: ['asha@example.com'] }),
  contact: z
    .string()
    .max(20)
    .optional()
    .meta({ description: 'Phone number, with or without the country code.', examples: ['+919876543210'] }),
})

export const FetchSimilarCustomers = z.strictObject({
  email: z.string().max(64).optional(),
  contact: z.string().max(30).optional(),
  /** The customer to edit. */
  except: Id('customer').optional(),
})

export const CustomerBill = z.object({
  id: z.string(),
  receipt_number: z.string(),
  receipt_type: z.string(),
  status: z.string(),
  amount: StoredInteger,
  currency: z.string(),
  created_at: CreatedAt,
})
export type CustomerBill = z.output<typeof CustomerBill>

/** A customer in the list of the dashboard, with the sum of their payments. */
export const ListedCustomer = Customer.extend({
  /** The country of the phone number, as two letters. */
  country: z.string().nullable(),
  payments: z.int(),
  last_payment_at: StoredInteger.nullable(),
})
export type ListedCustomer = z.output<typeof ListedCustomer>

export const CustomerDetails = ListedCustomer.extend({
  /** The sum of the captured payments. */
  paid: Sum,
  refunded: Sum,
  orders: z.int(),
  bills: z.int(),
  documents: z.int(),
  currency: z.string(),
  /** Whether the number can hold a wallet: only a valid Indian mobile can. */
  wallet_possible: z.boolean(),
  has_wallet: z.boolean(),
  created_by: z.string().nullable(),
})
export type CustomerDetails = z.output<typeof CustomerDetails>
