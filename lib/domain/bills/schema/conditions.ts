import type { BusinessCategory, ReceiptDelivery, ReceiptType } from '#lib/domain/bills/schema/body.ts'

/** The part of a bill that decides which other properties are required. */
type Conditional = {
  business_category: BusinessCategory
  receipt_type: ReceiptType
  receipt_delivery: ReceiptDelivery
  customer?: { contact?: unknown; email?: unknown; customer_id?: unknown } | undefined
  line_items?: unknown[] | undefined
  taxes?: unknown[] | undefined
  event?: unknown
}

type Unmet = { field: string; message: string }

const WITHOUT_LINES: readonly ReceiptType[] = ['credit_invoice', 'debit_invoice']
const WITH_TAXES: readonly ReceiptType[] = ['tax_invoice', 'purchase_invoice', 'sales_invoice']

/** A required field that is missing, and a sentence about it. */
export function unmetConditions(bill: Conditional): Unmet[] {
  return [customerUnmet(bill), linesUnmet(bill), taxesUnmet(bill), eventUnmet(bill)].filter(
    (unmet) => unmet !== null,
  )
}

function customerUnmet({ receipt_delivery, customer }: Conditional): Unmet | null {
  if (receipt_delivery === 'print') return null
  if (customer?.contact || customer?.email || customer?.customer_id) return null
  return {
    field: 'customer',
    message: `A bill with receipt_delivery ${receipt_delivery} needs a customer with a contact, an email or a customer_id.`,
  }
}

function linesUnmet({ receipt_type, line_items }: Conditional): Unmet | null {
  if (WITHOUT_LINES.includes(receipt_type) || line_items?.length) return null
  return {
    field: 'line_items',
    message: `A ${receipt_type} needs line_items. Only a credit_invoice or debit_invoice can omit them.`,
  }
}

function taxesUnmet({ receipt_type, taxes }: Conditional): Unmet | null {
  if (!WITH_TAXES.includes(receipt_type) || taxes?.length) return null
  return {
    field: 'taxes',
    message: `A ${receipt_type} needs taxes. If no tax is due, send one with amount 0.`,
  }
}

function eventUnmet({ business_category, event }: Conditional): Unmet | null {
  if (business_category !== 'events' || event) return null
  return { field: 'event', message: 'A bill with the category events needs an event.' }
}
