import type { BillBody } from '#lib/domain/bills/schema.ts'
import { type SummedBill, sumsOf } from '#lib/values/bill-sums.ts'
import { AMOUNT_NEEDED } from '#lib/values/form.ts'
import { GST_STATES, gstStateOf, placeOfSupply, type Supply, supplyBetween } from '#lib/values/gstin.ts'
import { parseMoney } from '#lib/values/money-text.ts'
import { lineItemsOf, summaryOf, taxesOf } from './build-parts.ts'
import { type BillDraft, type DraftSetting, isBlank } from './draft.ts'
import { discountOf, percentOf, quantityOf, timestampOf } from './read-text.ts'

/** Unreadable or missing input, with its form field. */
export type Problem = { path: string; message: string }

export type Built = {
  body: BillBody
  sums: SummedBill
  supply: Supply
  rows: number[]
  paid: number
  problems: Problem[]
}

/** Data of an earlier version that the builder does not show. */
export type Preserved = { summary?: Record<string, unknown>; customer?: Record<string, unknown> }

/** Adds a draft up and makes the body of the bill from it. What cannot be read counts as nothing, and is a problem. */
export function build(draft: BillDraft, setting: DraftSetting, preserved: Preserved = {}): Built {
  const problems: Problem[] = []
  const must = <T>(value: T | null, path: string, message: string, otherwise: T): T => {
    if (value === null) problems.push({ path, message })
    return value ?? otherwise
  }
  const amount = (text: string, path: string) =>
    text.trim() === '' ? 0 : must(parseMoney(text, setting.currency), path, AMOUNT_NEEDED, 0)
  const discount = (text: string, path: string) => {
    const read = must(discountOf(text, setting.currency), path, NO_DISCOUNT, 'none' as const)
    return read === 'none' ? null : read
  }

  const rows = draft.lines.flatMap((line, at) => (isBlank(line) ? [] : [at]))
  const lines = rows.map((row) => {
    const line = draft.lines[row] as BillDraft['lines'][number]
    const at = `lines.${row}`
    return {
      quantity: must(quantityOf(line.quantity), `${at}.quantity`, NO_QUANTITY, 0),
      unit_amount: amount(line.price, `${at}.price`),
      discount: discount(line.discount, `${at}.discount`),
      rate: line.rate === 'free' ? null : must(percentOf(line.rate), `${at}.rate`, NO_RATE, 0),
      hsn_code: line.hsn_code.trim(),
    }
  })
  const supply = supplyOf(draft, setting)
  const charges = draft.charges.map((charge, at) => amount(charge.amount, `charges.${at}.amount`))
  const sums = sumsOf({
    lines,
    discount: discount(draft.discount, 'discount'),
    charges,
    delivery: amount(draft.delivery, 'delivery'),
    prices_include_tax: draft.prices_include_tax,
    supply,
    round_off: draft.round_off,
  })
  problems.push(...tooLarge(draft, lines, sums, rows, setting.currency))
  const amounts = draft.payments.map((payment, at) => amount(payment.amount, `payments.${at}.amount`))
  if (draft.paid_in_full) amounts[0] = Math.max(0, sums.net - amounts.slice(1).reduce(add, 0))
  const paid = amounts.reduce(add, 0)
  const at = must(timestampOf(draft.issued_at, setting.zone), 'issued_at', 'Enter a date and time.', 0)
  const text = (value: string) => value.trim() || undefined

  const body: BillBody = {
    business_type: draft.business_type,
    business_category: draft.business_category,
    receipt_type: draft.receipt_type,
    receipt_number: draft.receipt_number.trim(),
    receipt_timestamp: at,
    receipt_delivery: draft.receipt_delivery,
    receipt_summary: summaryOf({
      draft,
      sums,
      rows,
      charges,
      paid,
      currency: setting.currency,
      preserved: preserved.summary ?? {},
    }),
    payments: draft.payments.map((payment, index) => ({
      method: payment.method.trim(),
      currency: setting.currency,
      amount: amounts[index] ?? 0,
      payment_reference_id: text(payment.reference),
    })),
    customer: customerOf(draft, supply, setting, preserved.customer ?? {}),
    line_items: rows.length > 0 ? lineItemsOf({ draft, sums, rows, lines, supply, setting }) : undefined,
    taxes: rows.length > 0 ? taxesOf(sums, supply, setting.country) : undefined,
    event: draft.business_category === 'events' ? eventOf(draft, setting.zone, must) : undefined,
    store_code: text(draft.store_code),
    order_number: text(draft.order_number),
  }
  return { body, sums, supply, rows, paid, problems }
}

const NO_DISCOUNT = 'Enter an amount (50) or a percentage (10%).'
const NO_QUANTITY = 'Enter a whole number, such as 1500 g for 1.5 kg.'
const NO_RATE = 'Choose a rate.'

function supplyOf(draft: BillDraft, { seller_state, country }: DraftSetting): Supply {
  if (country !== 'IN') return 'between'
  if (seller_state === null) return 'state'
  const { gstin, place } = draft.customer
  return supplyBetween(
    seller_state,
    placeOfSupply({ gstin: gstin.trim(), chosen: place, seller: seller_state }),
  )
}

/** A discount larger than the amount it applies to is rejected instead of being reduced. */
function tooLarge(
  draft: BillDraft,
  lines: { discount: unknown }[],
  sums: SummedBill,
  rows: number[],
  currency: string,
): Problem[] {
  const exceeds = (text: string, taken: number) => {
    const read = discountOf(text, currency)
    return read !== null && read !== 'none' && 'amount' in read && read.amount > taken
  }
  const ofLines = lines.flatMap((_, at) => {
    const row = rows[at] ?? 0
    if (!exceeds(draft.lines[row]?.discount ?? '', sums.lines[at]?.discount ?? 0)) return []
    return [{ path: `lines.${row}.discount`, message: 'The discount exceeds the line total.' }]
  })
  if (!exceeds(draft.discount, sums.bill_discount)) return ofLines
  return [...ofLines, { path: 'discount', message: 'The discount exceeds the bill total.' }]
}

type Must = <T>(value: T | null, path: string, message: string, otherwise: T) => T

function eventOf({ event }: BillDraft, zone: string, must: Must): BillBody['event'] {
  const moment = (text: string, path: string) =>
    text === '' ? undefined : must(timestampOf(text, zone), path, 'Enter a date and time.', 0)
  const seats = event.seats.split(/[,\n]/).map((seat) => seat.trim())
  const named = seats.filter((seat) => seat !== '')
  return {
    name: event.name.trim(),
    location: event.location.trim() || undefined,
    room: event.room.trim() || undefined,
    start_timestamp: moment(event.starts, 'event.starts'),
    end_timestamp: moment(event.ends, 'event.ends'),
    seats: named.length > 0 ? named : undefined,
  }
}

function add(sum: number, amount: number): number {
  return sum + amount
}

/** The customer of the bill, or undefined when nothing was typed. The place of supply is the province it is billed to. */
function customerOf(
  { customer }: BillDraft,
  supply: Supply,
  { country, seller_state }: DraftSetting,
  preserved: Record<string, unknown>,
): BillBody['customer'] {
  const text = (value: string) => value.trim() || undefined
  const gstin = text(customer.gstin.toUpperCase())
  const place =
    (gstin && gstStateOf(gstin)?.code) || customer.place || (supply === 'between' ? '' : seller_state)
  const lines = {
    address_line_1: text(customer.address),
    city: text(customer.city),
    pin_code: text(customer.pin_code),
  }
  const isSaid = Object.values(lines).some((line) => line !== undefined) || customer.place !== '' || gstin
  const fields = {
    customer_id: text(customer.customer_id),
    name: text(customer.name),
    company_name: text(customer.company_name),
    email: text(customer.email),
    contact: text(customer.contact),
    gstin,
  }
  const billing_address =
    country === 'IN' && isSaid && place ? { ...lines, province: GST_STATES[place], country: 'India' } : lines
  const filled = (object: object) => Object.values(object).some((value) => value !== undefined)
  if (!filled(fields) && !filled(billing_address) && !filled(preserved)) return undefined
  return { ...preserved, ...fields, billing_address: filled(billing_address) ? billing_address : undefined }
}
