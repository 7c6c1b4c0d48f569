import { z } from 'zod'
import { textField, wrong } from '#lib/domain/bills/schema/bill-field.ts'
import { Contact, Email } from '#lib/values/contact.ts'
import { Gstin } from '#lib/values/gstin.ts'
import { Id } from '#lib/values/id.ts'

const ADDRESS = wrong('address must be an object.')

export const BillAddress = z.strictObject(
  {
    address_line_1: textField(255).optional().meta({ description: 'First line of the address.' }),
    address_line_2: textField(255).optional().meta({ description: 'Second line of the address.' }),
    landmark: textField(255).optional().meta({ description: 'Landmark near the address.' }),
    city: textField(100).optional().meta({ description: 'City of the address.' }),
    province: textField(100).optional().meta({ description: 'State or province.' }),
    pin_code: textField(16).optional().meta({ description: 'PIN code or postal code.' }),
    country: textField(100).optional().meta({ description: 'Country of the address.' }),
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

export const BillCustomer = z.strictObject(
  {
    contact: Contact.optional().meta({
      description: 'Phone number of 8 to 15 digits with an optional +; matched in E.164 format.',
      examples: ['+919876543210'],
    }),
    name: textField(255)
      .optional()
      .meta({ description: 'Name of the customer.', examples: ['Asha Rao'] }),
    email: Email.optional().meta({ description: 'Email of the customer.' }),
    customer_id: Id('customer')
      .optional()
      .meta({ description: 'ID of an existing customer, with the prefix cust_.' }),
    gstin: Gstin.optional().meta({
      description: 'Goods and Services Tax Identification Number (GSTIN) of the customer.',
    }),
    age: z
      .int(wrong('age must be an integer number of years.'))
      .min(0, 'age must be 0 or more.')
      .max(150, 'age must be 150 or less.')
      .optional()
      .meta({ description: 'Age of the customer in years.' }),
    date_of_birth: DateOfBirth.optional(),
    pan: Pan.optional(),
    company_name: textField(255).optional().meta({ description: 'Company of the customer.' }),
    billing_address: BillAddress.optional().meta({ description: 'Address that the bill is made out to.' }),
    shipping_address: BillAddress.optional().meta({ description: 'Address that the goods are sent to.' }),
  },
  wrong('customer must be an object.'),
)
export type BillCustomer = z.output<typeof BillCustomer>
