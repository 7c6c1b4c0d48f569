import { z } from 'zod'
import { text, wrong } from '#lib/domain/bills/schema/member.ts'
import { Contact, Email } from '#lib/values/contact.ts'
import { Gstin } from '#lib/values/gstin.ts'
import { Id } from '#lib/values/id.ts'

const ADDRESS = wrong('address must be an object.')

/** Where something is sent, or billed to. */
export const BillAddress = z.strictObject(
  {
    address_line_1: text(255).optional(),
    address_line_2: text(255).optional(),
    landmark: text(255).optional(),
    city: text(100).optional(),
    province: text(100).optional(),
    pin_code: text(16).optional(),
    country: text(100).optional(),
  },
  ADDRESS,
)
export type BillAddress = z.output<typeof BillAddress>

const Pan = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.trim().toUpperCase() : value),
    z.string(wrong('pan must be a string.')).regex(/^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/, {
      error: 'Invalid PAN. Enter five letters, four digits and a letter, such as ABCPE1234F.',
    }),
  )
  .meta({ description: 'Permanent Account Number (PAN) of the Indian tax department.' })

const DateOfBirth = z.iso
  .date({ error: 'date_of_birth must be a date like 1990-12-31.' })
  .meta({ description: 'Date as YYYY-MM-DD, such as 1990-12-31.' })

/** Who the bill is for. */
export const BillCustomer = z.strictObject(
  {
    contact: Contact.optional().meta({
      description: 'Phone number of 8 to 15 digits with an optional +; matched in E.164 format.',
    }),
    name: text(255).optional(),
    email: Email.optional(),
    customer_id: Id('customer')
      .optional()
      .meta({ description: 'ID of an existing customer, with the prefix cust_.' }),
    gstin: Gstin.optional(),
    age: z
      .int(wrong('age must be an integer number of years.'))
      .min(0, 'age must be 0 or more.')
      .max(150, 'age must be 150 or less.')
      .optional(),
    date_of_birth: DateOfBirth.optional(),
    pan: Pan.optional(),
    company_name: text(255).optional(),
    billing_address: BillAddress.optional(),
    shipping_address: BillAddress.optional(),
  },
  wrong('customer must be an object.'),
)
export type BillCustomer = z.output<typeof BillCustomer>
