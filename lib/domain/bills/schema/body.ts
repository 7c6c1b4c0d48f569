import { z } from 'zod'
import { BillCustomer } from '#lib/domain/bills/schema/bill-customer.ts'
import { BillEvent } from '#lib/domain/bills/schema/bill-event.ts'
import {
  BillAmount,
  BillCurrency,
  FreeObject,
  listOf,
  oneOfField,
  Percent,
  Quantity,
  RoundingAmount,
  Tags,
  TimestampField,
  textField,
  WebAddress,
  wrong,
} from '#lib/domain/bills/schema/bill-field.ts'
import { LineItems } from '#lib/domain/bills/schema/line-item.ts'
import { AdditionalCharges, Discounts, Taxes } from '#lib/domain/bills/schema/tax.ts'

const BillPayment = z.strictObject(
  {
    method: textField(60).meta({
      description: 'How it was paid, such as cash, card or upi.',
      examples: ['upi'],
    }),
    currency: BillCurrency.meta({ examples: ['INR'] }),
    amount: BillAmount.meta({
      description: 'Amount paid, in the smallest currency unit; 0 for an unpaid bill.',
      examples: [52_500],
    }),
    payment_reference_id: textField(100)
      .optional()
      .meta({ description: 'Reference of the payment, such as its ID or UTR.' }),
    financier_data: z
      .strictObject(
        {
          reference: textField(100).optional().meta({ description: 'Reference of the financing.' }),
          name: textField(100).optional().meta({ description: 'Name of the company.' }),
        },
        wrong('financier_data must be an object.'),
      )
      .optional()
      .meta({ description: 'The company that financed the purchase.' }),
  },
  wrong('Each payment must be an object.'),
)

const BillPayments = listOf(BillPayment, 50).min(
  1,
  'payments needs at least one payment. For an unpaid bill, send the agreed method with amount 0.',
)

/** The totals of the bill, as sent: the API does not calculate them. */
const ReceiptSummary = z.strictObject(
  {
    total_quantity: Quantity.meta({ description: 'Number of units on the bill.', examples: [2] }),
    currency: BillCurrency.meta({ examples: ['INR'] }),
    net_payable_amount: BillAmount.meta({
      description: 'Amount that the customer pays in the end, in the smallest currency unit.',
      examples: [52_500],
    }),
    sub_total_amount: BillAmount.optional().meta({
      description: 'Sum of the lines before tax, in the smallest currency unit.',
      examples: [50_000],
    }),
    total_tax_amount: BillAmount.optional().meta({
      description: 'Sum of the taxes, in the smallest currency unit.',
      examples: [2_500],
    }),
    total_tax_percent: Percent.optional().meta({ description: 'Tax rate on the whole bill, in percent.' }),
    additional_charges: AdditionalCharges.optional().meta({
      description: 'Charges added after tax, such as packing.',
    }),
    payment_status: textField(40)
      .optional()
      .meta({ description: 'Payment status in your words, such as paid.', examples: ['paid'] }),
    delivery_charges: BillAmount.optional().meta({
      description: 'Delivery charge, in the smallest currency unit.',
    }),
    cod_charges: BillAmount.optional().meta({
      description: 'Charge for cash on delivery, in the smallest currency unit.',
    }),
    change_amount: BillAmount.optional().meta({
      description: 'Change returned in cash, in the smallest currency unit.',
    }),
    roundup_amount: RoundingAmount.optional(),
    total_discount_percent: Percent.optional().meta({
      description: 'Discount on the whole bill, in percent.',
    }),
    total_discount_amount: BillAmount.optional().meta({
      description: 'Sum of the discounts, in the smallest currency unit.',
    }),
    discounts: Discounts.optional().meta({ description: 'Discounts on the bill.' }),
    used_wallet_amount: BillAmount.optional().meta({
      description: 'Amount paid from a wallet or points, in the smallest currency unit.',
    }),
  },
  wrong('receipt_summary must be an object.'),
)

const BUSINESS_TYPES = ['ecommerce', 'retail'] as const
export const BUSINESS_CATEGORIES = [
  'events',
  'food_and_beverages',
  'retail_and_consumer_goods',
  'other_services',
] as const
export const RECEIPT_TYPES = [
  'tax_invoice',
  'sales_invoice',
  'sales_return_invoice',
  'proforma_invoice',
  'credit_invoice',
  'purchase_invoice',
  'debit_invoice',
  'order_confirmation',
] as const
const RECEIPT_DELIVERIES = ['digital', 'print', 'digital_and_print'] as const

export type BusinessCategory = (typeof BUSINESS_CATEGORIES)[number]
export type ReceiptType = (typeof RECEIPT_TYPES)[number]
export type ReceiptDelivery = (typeof RECEIPT_DELIVERIES)[number]

/** The properties of a bill that can never change. */
export const fixedFields = {
  business_type: oneOfField('business_type', BUSINESS_TYPES).meta({
    description: 'How the business sells: online or in a store.',
    examples: ['retail'],
  }),
  business_category: oneOfField('business_category', BUSINESS_CATEGORIES).meta({
    description: 'What the business sells. events requires the event.',
    examples: ['retail_and_consumer_goods'],
  }),
  receipt_number: textField(64).meta({
    description: 'Unique among the bills of the account.',
    examples: ['MYS/26-27/000417'],
  }),
}

/** The properties that a bill must have and an edit can replace. */
const requiredFields = {
  receipt_timestamp: TimestampField.meta({
    description: 'When the sale took place, as a Unix timestamp in seconds.',
    examples: [1_781_505_000],
  }),
  receipt_type: oneOfField('receipt_type', RECEIPT_TYPES).meta({
    description: 'Kind of bill. It decides whether line items and taxes are required.',
    examples: ['tax_invoice'],
  }),
  receipt_delivery: oneOfField('receipt_delivery', RECEIPT_DELIVERIES).meta({
    description: 'How the customer gets the bill. digital requires a customer with a contact, email or ID.',
    examples: ['digital'],
  }),
  receipt_summary: ReceiptSummary.meta({ description: 'Totals of the bill. They are kept as sent.' }),
  payments: BillPayments.meta({
    description: 'How the bill was paid. For an unpaid bill, send the agreed method with amount 0.',
  }),
}

/** The optional properties of a bill, some of which are required under a condition. */
const optionalFields = {
  customer: BillCustomer.optional().meta({
    description: 'The customer. Linked to an existing customer by ID, or by email and contact.',
    examples: [{ name: 'Asha Rao', contact: '+919876543210' }],
  }),
  line_items: LineItems.optional().meta({
    description: 'What was sold, up to 500 lines.',
    examples: [
      [{ name: 'Tea, 250 g', quantity: 2, unit_amount: 25_000, total_amount: 50_000, hsn_code: '0902' }],
    ],
  }),
  taxes: Taxes.optional().meta({
    description:
      'Taxes on the whole bill, such as CGST and SGST. Required for tax, sales and purchase invoices.',
    examples: [
      [
        { name: 'CGST', percentage: 2.5, amount: 1250 },
        { name: 'SGST', percentage: 2.5, amount: 1250 },
      ],
    ],
  }),
  event: BillEvent.optional().meta({
    description: 'The event that the tickets are for. Required for the category events.',
  }),
  store_code: textField(64).optional().meta({ description: 'Code of the store.' }),
  irn: FreeObject.optional().meta({
    description: 'E-invoice registration, as returned by the portal.',
  }),
  employee: listOf(z.union([textField(255), FreeObject], 'employee must be a string or an object.'), 20)
    .optional()
    .meta({ description: 'The employee who served the customer.' }),
  loyalty: FreeObject.optional().meta({
    description: 'Loyalty details, such as points earned and redeemed.',
  }),
  tags: Tags.optional().meta({ description: 'Labels to find the bill by, up to 30.' }),
  bar_code_number: textField(100).optional().meta({ description: 'Number that is printed as a barcode.' }),
  qr_code_number: textField(1024).optional().meta({ description: 'Text that is printed as a QR code.' }),
  billing_pos_number: textField(100).optional().meta({ description: 'Number of the till.' }),
  pos_category: textField(100)
    .optional()
    .meta({ description: 'Category of the till, such as counter or self-checkout.' }),
  order_number: textField(100).optional().meta({ description: 'Number of the order in your system.' }),
  order_service_type: textField(100)
    .optional()
    .meta({ description: 'How the order is served, such as dine-in or takeaway.' }),
  delivery_status_url: WebAddress.optional().meta({
    description: 'URL where the customer can follow the delivery.',
  }),
}

export const bodyFields = { ...fixedFields, ...requiredFields, ...optionalFields }

/** A null property means the same as a missing one. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, property]) =>
      property === null ? [] : [[name, withoutNulls(property)]],
    ),
  )
}
