import type { BusinessCategory, ReceiptDelivery, ReceiptType } from '#lib/domain/bills/schema/body.ts'

/** A line of the builder. Everything is text as it was typed; blank is not there. */
export type DraftLine = {
  name: string
  hsn_code: string
  quantity: string
  unit: string
  price: string
  /** An amount ("50") or a share ("10%"). */
  discount: string
  /** A percentage of GST ("18"), or "free". */
  rate: string
  /** Fields of a line set through the API that the builder does not show: they stay unchanged. */
  preserved: Record<string, unknown>
}

type DraftCharge = { description: string; amount: string }
type DraftPayment = { method: string; amount: string; reference: string }

export type DraftCustomer = {
  customer_id: string
  name: string
  email: string
  contact: string
  gstin: string
  company_name: string
  address: string
  city: string
  pin_code: string
  /** The two digits of the state that is the place of supply; blank is the seller's own. */
  place: string
}

/** The draft of a bill: the input of the form, kept in the browser until it is issued. */
export type BillDraft = {
  business_type: 'ecommerce' | 'retail'
  business_category: BusinessCategory
  receipt_type: ReceiptType
  receipt_number: string
  /** In the format of `datetime-local`, in the reader's zone. */
  issued_at: string
  receipt_delivery: ReceiptDelivery
  store_code: string
  order_number: string
  customer: DraftCustomer
  lines: DraftLine[]
  prices_include_tax: boolean
  discount: string
  charges: DraftCharge[]
  delivery: string
  round_off: boolean
  /** The first payment is what the others leave. */
  paid_in_full: boolean
  payments: DraftPayment[]
  event: { name: string; location: string; room: string; starts: string; ends: string; seats: string }
}

/** The settings that a draft is parsed with. */
export type DraftSetting = {
  currency: string
  country: string
  zone: string
  /** The two digits of the seller's state, or null while the business has no GSTIN. */
  seller_state: string | null
}

export function blankLine(more: Partial<DraftLine> = {}): DraftLine {
  return {
    name: '',
    hsn_code: '',
    quantity: '',
    unit: '',
    price: '',
    discount: '',
    rate: '18',
    preserved: {},
    ...more,
  }
}

/** Whether nothing has been typed into a row: such rows are no lines. */
export function isBlank(line: DraftLine): boolean {
  return [line.name, line.hsn_code, line.price, line.discount].every((text) => text.trim() === '')
}

export const blankCustomer: DraftCustomer = {
  customer_id: '',
  name: '',
  email: '',
  contact: '',
  gstin: '',
  company_name: '',
  address: '',
  city: '',
  pin_code: '',
  place: '',
}

export function blankDraft(more: Partial<BillDraft> = {}): BillDraft {
  return {
    business_type: 'retail',
    business_category: 'retail_and_consumer_goods',
    receipt_type: 'tax_invoice',
    receipt_number: '',
    issued_at: '',
    receipt_delivery: 'print',
    store_code: '',
    order_number: '',
    customer: { ...blankCustomer },
    lines: [blankLine(), blankLine(), blankLine()],
    prices_include_tax: false,
    discount: '',
    charges: [],
    delivery: '',
    round_off: true,
    paid_in_full: true,
    payments: [{ method: 'Cash', amount: '', reference: '' }],
    event: { name: '', location: '', room: '', starts: '', ends: '', seats: '' },
    ...more,
  }
}
