import { z } from 'zod'
import { BillCustomer } from '#lib/domain/bills/schema/bill-customer.ts'
import {
  BillAmount,
  listOf,
  oneOfField,
  Percent,
  Quantity,
  textField,
  wrong,
} from '#lib/domain/bills/schema/bill-field.ts'
import { type BusinessCategory, RECEIPT_TYPES } from '#lib/domain/bills/schema/body.ts'
import { type Alias, withAliases } from '#lib/values/aliases.ts'

const PlainItem = z.strictObject(
  {
    name: textField(255).meta({ description: 'Name of the item.', examples: ['Tea, 250 g'] }),
    quantity: Quantity.default(1).meta({ description: 'Number of units. Defaults to 1.', examples: [2] }),
    unit_amount: BillAmount.meta({
      description: 'Price of one unit before tax, in the smallest currency unit.',
      examples: [25_000],
    }),
    tax_percent: Percent.default(0).meta({
      description: 'Tax rate in percent. Defaults to 0.',
      examples: [5],
    }),
  },
  wrong('Each item must be an object.'),
)

const ofOne = ({ quantity, qty }: Record<string, unknown>) =>
  [undefined, 1, '1'].includes((quantity ?? qty) as string)

/** A price in words that say no unit: 120 could be rupees or paise, and a bill over the wrong one is a numbered one. */
const price: Alias = {
  of: 'unit_amount',
  fits: () => false,
  problem: 'could be in rupees or in paise. Send unit_amount, in the smallest currency unit (paise for INR).',
}

/** An item in the words that people use for it. */
const Item = withAliases(PlainItem, {
  item: 'name',
  title: 'name',
  product: 'name',
  description: 'name',
  qty: 'quantity',
  units: 'quantity',
  price,
  rate: price,
  unit_price: price,
  cost: price,
  unit_cost: price,
  amount: {
    of: 'unit_amount',
    fits: ofOne,
    problem: 'could be the price of one or of all. Send unit_amount, the price of one, or a quantity of 1.',
  },
  tax_rate: 'tax_percent',
  gst_rate: 'tax_percent',
  gst_percent: 'tax_percent',
  gst: 'tax_percent',
})

const { contact, name, email, customer_id, gstin } = BillCustomer.shape

/** Tickets need an event, which a whole bill can say. */
const CATEGORIES = [
  'retail_and_consumer_goods',
  'food_and_beverages',
  'other_services',
] as const satisfies readonly BusinessCategory[]

const PlainBill = z.strictObject({
  items: listOf(Item, 100)
    .min(1, 'items needs at least one item.')
    .meta({
      description: 'What was sold: name, quantity, unit_amount before tax, tax_percent.',
      examples: [[{ name: 'Tea, 250 g', quantity: 2, unit_amount: 25_000, tax_percent: 5 }]],
    }),
  customer: withAliases(
    z.strictObject({ customer_id, name, email, contact, gstin }, wrong('customer must be an object.')),
    { id: 'customer_id', phone: 'contact', mobile: 'contact' },
  )
    .optional()
    .meta({
      description: 'Who it is for; customer_id adds the rest. Without a customer the bill is printed.',
    }),
  payment_method: textField(60)
    .optional()
    .meta({ description: 'How it was paid in full, such as cash or upi. Leave it out for an unpaid bill.' }),
  payment_reference_id: textField(100).optional().meta({
    description: 'ID or reference of the payment. The ID of a captured payment says what was paid.',
  }),
  discount_amount: BillAmount.optional().meta({
    description: 'Discount on the whole bill before tax, in the smallest currency unit.',
  }),
  receipt_number: textField(64).optional().meta({ description: 'Defaults to the next unused number.' }),
  store_code: textField(64)
    .optional()
    .meta({ description: 'The store that sold it; each has its own numbers.' }),
  receipt_type: oneOfField('receipt_type', RECEIPT_TYPES)
    .optional()
    .meta({ description: 'Defaults to tax_invoice with tax, else to order_confirmation.' }),
  business_category: oneOfField('business_category', CATEGORIES)
    .default('retail_and_consumer_goods')
    .meta({ description: 'What the business sells.' }),
})
/** A bill as a person would order it: what was sold to whom. Everything else is computed. */
export const SimpleBill = withAliases(PlainBill, {
  line_items: 'items',
  payment_mode: 'payment_method',
  bill_number: 'receipt_number',
  invoice_number: 'receipt_number',
})
export type SimpleBill = z.output<typeof SimpleBill>
