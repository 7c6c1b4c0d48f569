import { z } from 'zod'
import { BillCustomer } from '#lib/domain/bills/schema/bill-customer.ts'
import { BillEvent } from '#lib/domain/bills/schema/bill-event.ts'
import { LineItems } from '#lib/domain/bills/schema/line-item.ts'
import {
  FreeObject,
  listOf,
  oneOf,
  Tags,
  Timestamp,
  text,
  WebAddress,
} from '#lib/domain/bills/schema/member.ts'
import { BillPayments } from '#lib/domain/bills/schema/payment.ts'
import { ReceiptSummary } from '#lib/domain/bills/schema/receipt-summary.ts'
import { Taxes } from '#lib/domain/bills/schema/tax.ts'

export const BUSINESS_TYPES = ['ecommerce', 'retail'] as const
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
export const RECEIPT_DELIVERIES = ['digital', 'print', 'digital_and_print'] as const

export type BusinessCategory = (typeof BUSINESS_CATEGORIES)[number]
export type ReceiptType = (typeof RECEIPT_TYPES)[number]
export type ReceiptDelivery = (typeof RECEIPT_DELIVERIES)[number]

/** What a bill is for as long as it exists. */
export const fixedMembers = {
  business_type: oneOf('business_type', BUSINESS_TYPES),
  business_category: oneOf('business_category', BUSINESS_CATEGORIES),
  receipt_number: text(64).meta({ description: 'Unique among the bills of the account.' }),
}

/** What a bill must have, and what an edit may replace. */
const requiredMembers = {
  receipt_timestamp: Timestamp,
  receipt_type: oneOf('receipt_type', RECEIPT_TYPES),
  receipt_delivery: oneOf('receipt_delivery', RECEIPT_DELIVERIES),
  receipt_summary: ReceiptSummary,
  payments: BillPayments,
}

/** What a bill may have; some of it is needed under a condition. */
const optionalMembers = {
  customer: BillCustomer.optional(),
  line_items: LineItems.optional(),
  taxes: Taxes.optional(),
  event: BillEvent.optional(),
  store_code: text(64).optional(),
  irn: FreeObject.optional().meta({
    description: 'E-invoice registration, as returned by the portal.',
  }),
  employee: listOf(z.union([text(255), FreeObject], 'employee must be a string or an object.'), 20)
    .optional()
    .meta({ description: 'The employee who served the customer.' }),
  loyalty: FreeObject.optional().meta({
    description: 'Loyalty details, such as points earned and redeemed.',
  }),
  tags: Tags.optional(),
  bar_code_number: text(100).optional(),
  qr_code_number: text(1024).optional(),
  billing_pos_number: text(100).optional(),
  pos_category: text(100).optional(),
  order_number: text(100).optional(),
  order_service_type: text(100).optional(),
  delivery_status_url: WebAddress.optional(),
}

export const bodyMembers = { ...fixedMembers, ...requiredMembers, ...optionalMembers }

/** Members of value null mean the same as members that are not there. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null ? [] : [[name, withoutNulls(member)]],
    ),
  )
}
