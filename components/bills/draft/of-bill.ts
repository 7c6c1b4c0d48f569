import type { Bill, BillBody } from '#lib/domain/bills/schema.ts'
import { includesTax } from '#lib/values/bill-mismatch.ts'
import { gstStateOf, stateNamed } from '#lib/values/gstin.ts'
import { decimalOf } from '#lib/values/money-text.ts'
import type { Preserved } from './build.ts'
import { lineDiscounted } from './build-parts.ts'
import { type BillDraft, blankDraft, blankLine, type DraftCustomer, type DraftLine } from './draft.ts'
import { localText, percentInput } from './read-text.ts'

type Setting = { zone: string; seller_state: string | null }

/** A bill as the builder has it, to be changed or to begin another one from. Nothing of it is lost: see `preservedOf`. */
export function draftOf(bill: BillBody, { zone, seller_state }: Setting): BillDraft {
  const { receipt_summary: summary, currency } = { ...bill, currency: bill.receipt_summary.currency }
  const amount = (minor: number | undefined) => (minor ? decimalOf(minor, currency) : '')
  const { event } = bill
  const paid = bill.payments.reduce((sum, payment) => sum + payment.amount, 0)
  return blankDraft({
    business_type: bill.business_type,
    business_category: bill.business_category,
    receipt_type: bill.receipt_type,
    receipt_number: bill.receipt_number,
    issued_at: localText(bill.receipt_timestamp, zone),
    receipt_delivery: bill.receipt_delivery,
    store_code: bill.store_code ?? '',
    order_number: bill.order_number ?? '',
    customer: customerOf(bill.customer, seller_state),
    lines: bill.line_items?.map((line, at) => lineOf(bill, line, at)) ?? [blankLine()],
    prices_include_tax: includesTax(bill) || isTaxedZero(bill),
    discount: discountText(bill, isOfBill),
    charges: (summary.additional_charges ?? []).map((charge) => ({
      description: charge.description ?? '',
      amount: amount(charge.amount),
    })),
    delivery: amount(summary.delivery_charges),
    round_off: summary.roundup_amount !== undefined || summary.net_payable_amount % 100 === 0,
    paid_in_full: paid === summary.net_payable_amount,
    payments: bill.payments.map((payment) => ({
      method: payment.method,
      amount: amount(payment.amount),
      reference: payment.payment_reference_id ?? '',
    })),
    event: {
      name: event?.name ?? '',
      location: event?.location ?? '',
      room: event?.room ?? '',
      starts: event?.start_timestamp === undefined ? '' : localText(event.start_timestamp, zone),
      ends: event?.end_timestamp === undefined ? '' : localText(event.end_timestamp, zone),
      seats: event?.seats?.join(', ') ?? '',
    },
  })
}

/** Data of a bill that the builder has no field for: it stays in the bill unchanged. */
export function preservedOf({
  receipt_summary,
  customer,
}: Pick<Bill, 'receipt_summary' | 'customer'>): Preserved {
  const { used_wallet_amount, cod_charges } = receipt_summary
  const { age, date_of_birth, pan, shipping_address } = customer ?? {}
  return {
    summary: present({ used_wallet_amount, cod_charges }),
    customer: present({ age, date_of_birth, pan, shipping_address }),
  }
}

/** Another bill like this one: its number and its payments are its own. */
export function duplicateOf(draft: BillDraft, receipt_number: string, issued_at: string): BillDraft {
  const payments = draft.payments.slice(0, 1).map(({ method }) => ({ method, amount: '', reference: '' }))
  return { ...draft, receipt_number, issued_at, payments, paid_in_full: true }
}

type LineItem = NonNullable<BillBody['line_items']>[number]

function lineOf(bill: BillBody, line: LineItem, at: number): DraftLine {
  const { name, hsn_code, quantity, unit, unit_amount, total_amount, taxes, ...preserved } = line
  const { currency } = bill.receipt_summary
  return {
    name,
    hsn_code: hsn_code ?? '',
    quantity: String(quantity),
    unit: unit ?? '',
    price: decimalOf(unit_amount ?? Math.floor(total_amount / quantity), currency),
    discount: discountText(bill, ({ name: of }) => lineDiscounted(of) === at + 1),
    rate: rateText(taxes ?? generalTaxes(bill)),
    preserved,
  }
}

/** Where no line names its taxes, those of the bill are those of every line, as long as they are of one rate. */
function generalTaxes({ line_items, taxes = [] }: BillBody): LineItem['taxes'] {
  const isOneRate = new Set(taxes.map(({ name }) => name)).size === taxes.length
  const isNothing = taxes.every(({ percentage, amount }) => !percentage && amount === 0)
  return line_items?.some((line) => line.taxes) || !isOneRate || isNothing ? undefined : taxes
}

/**
 * Whether the items have a rate, and amounts so small that the tax rounds to zero. Such a bill adds up both ways, and only
 * with the tax included is the tax zero again.
 */
function isTaxedZero({ line_items, taxes }: BillBody): boolean {
  const all = [...(taxes ?? []), ...(line_items ?? []).flatMap((line) => line.taxes ?? [])]
  return all.every(({ amount }) => amount === 0) && all.some(({ percentage }) => percentage)
}

/** The rate of which the taxes are the parts; `free` without any. Thousandths, since a half of 0.25 has three decimals. */
function rateText(taxes: LineItem['taxes']): string {
  if (!taxes) return 'free'
  const thousandths = taxes.reduce((sum, tax) => sum + Math.round((tax.percentage ?? 0) * 1000), 0)
  return percentInput(Math.round(thousandths / 10))
}

type Discount = NonNullable<BillBody['receipt_summary']['discounts']>[number]

const isOfBill = ({ name }: Discount) => lineDiscounted(name) === null

/** One discount as a share, if it is one; several as their sum. */
function discountText(
  { receipt_summary: { discounts, currency } }: BillBody,
  which: (one: Discount) => boolean,
) {
  const found = (discounts ?? []).filter(which)
  const [only] = found
  if (only?.percent !== undefined && found.length === 1) return `${only.percent}%`
  const amount = found.reduce((sum, one) => sum + (one.amount ?? 0), 0)
  return amount === 0 ? '' : decimalOf(amount, currency)
}

function customerOf(customer: BillBody['customer'], seller: string | null): DraftCustomer {
  const { billing_address: address } = customer ?? {}
  const place = stateNamed(address?.province ?? '') ?? ''
  const ofGstin = customer?.gstin ? gstStateOf(customer.gstin)?.code : undefined
  return {
    customer_id: customer?.customer_id ?? '',
    name: customer?.name ?? '',
    email: customer?.email ?? '',
    contact: customer?.contact ?? '',
    gstin: customer?.gstin ?? '',
    company_name: customer?.company_name ?? '',
    address: [address?.address_line_1, address?.address_line_2].filter(Boolean).join(', '),
    city: address?.city ?? '',
    pin_code: address?.pin_code ?? '',
    place: place === seller || place === ofGstin ? '' : place,
  }
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
