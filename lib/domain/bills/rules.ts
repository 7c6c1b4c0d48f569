import type { SimpleBill } from '#lib/domain/bills/schema/simple-bill.ts'
import type { BillBody } from '#lib/domain/bills/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { discountOnBill, divideHalfUp } from '#lib/values/bill-sums.ts'
import { isRecord } from '#lib/values/json.ts'
import { e164 } from '#lib/values/phone.ts'

/** What has been received of a payment that a bill names. */
type Received = { method: string; amount: number }

type Named = { id: string; name: string | null; email: string | null; contact: string | null }

/**
 * The columns by which bills are found and added up, from the body and the customer that it names. The data of the bill
 * takes precedence over that of the customer.
 */
export function billColumnsOf(body: BillBody, named: Named | null, country: string) {
  const { customer, receipt_summary: summary } = body
  const contact = customer?.contact ?? named?.contact ?? null
  return {
    receipt_type: body.receipt_type,
    receipt_timestamp: BigInt(body.receipt_timestamp),
    business_category: body.business_category,
    store_code: body.store_code ?? null,
    customer_id: named?.id ?? null,
    customer_name: customer?.name ?? named?.name ?? customer?.company_name ?? null,
    email: (customer?.email ?? named?.email)?.toLowerCase() ?? null,
    contact: contact === null ? null : e164(contact, country),
    currency: summary.currency,
    amount: BigInt(summary.net_payable_amount),
    tax_amount: taxOf(body),
    lines: body.line_items?.length ?? 0,
  }
}

/** The tax stated on the bill, else the sum of its taxes; null without either. */
function taxOf({ receipt_summary: summary, taxes }: BillBody): bigint | null {
  if (summary.total_tax_amount !== undefined) return BigInt(summary.total_tax_amount)
  if (!taxes?.length) return null
  return BigInt(taxes.reduce((sum, tax) => sum + tax.amount, 0))
}

/** One field that differs between two versions of a bill. */
type Difference = { field: string; from: unknown; to: unknown }

/** The changes of an edit, field by field; a missing field is null. */
export function differencesOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  within = '',
): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => differences(`${within}${name}`, before[name], after[name]))
}

/** Compares objects by property and lists line by line, so that a changed price is one change. */
function differences(path: string, before: unknown, after: unknown): Difference[] {
  if (before === after) return []
  if (isRecord(before) && isRecord(after)) return differencesOf(before, after, `${path}.`)
  if (Array.isArray(before) && Array.isArray(after))
    return differencesOf({ ...before }, { ...after }, `${path}.`)
  return [{ field: path, from: before ?? null, to: after ?? null }]
}

/**
 * A whole bill of what was sold: lines, taxes by rate and totals that add up. Prices are before tax, and so is a discount: it
 * lowers the value that bears tax, as the law has it for a discount that the invoice states.
 * @param received of the payment that the bill names; a payment method that is said means that all of it was paid
 * @throws input_validation_failed for a discount above the sum of the items
 */
export function fullBillOf(
  { items, customer, discount_amount = 0, payment_method, payment_reference_id, ...given }: SimpleBill,
  { country, currency }: { country: string; currency: string },
  now: number,
  received: Received | null = null,
) {
  const sold = items.map((item) => ({ ...item, total_amount: item.quantity * item.unit_amount }))
  const add = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const sub_total_amount = add(sold.map((line) => line.total_amount))
  if (discount_amount > sub_total_amount)
    throw refused(
      'input_validation_failed',
      'The discount must not be above the sum of the items before tax.',
      { field: 'discount_amount' },
    )
  const { shares } = discountOnBill(
    sold.map(({ tax_percent, total_amount }) => ({ weight: total_amount, key: String(tax_percent) })),
    { amount: discount_amount },
  )
  const taxes = taxesOf(
    sold.map(({ tax_percent, total_amount }, at) => ({
      tax_percent,
      taxable: total_amount - (shares[at] ?? 0),
    })),
    country,
  )
  const total_tax_amount = add(taxes.map((tax) => tax.amount))
  const net_payable_amount = sub_total_amount - discount_amount + total_tax_amount
  const { payment_status, ...paid } = paidOf(payment_method, received, net_payable_amount)
  const receipt_type =
    given.receipt_type ?? (taxes.length > 0 ? ('tax_invoice' as const) : ('order_confirmation' as const))
  const reachable = customer?.customer_id ?? customer?.email ?? customer?.contact
  return {
    business_type: 'retail' as const,
    business_category: given.business_category,
    receipt_timestamp: now,
    receipt_type,
    ...(given.store_code === undefined ? {} : { store_code: given.store_code }),
    receipt_delivery: reachable === undefined ? ('print' as const) : ('digital' as const),
    ...(customer ? { customer } : {}),
    line_items: sold.map(({ name, quantity, unit_amount, total_amount }) => ({
      name,
      quantity,
      unit_amount,
      total_amount,
    })),
    ...(taxes.length > 0
      ? { taxes }
      : STATES_TAXES.includes(receipt_type)
        ? { taxes: [{ name: 'Tax', percentage: 0, amount: 0 }] }
        : {}),
    receipt_summary: {
      total_quantity: add(items.map(({ quantity }) => quantity)),
      currency,
      sub_total_amount,
      total_tax_amount,
      ...(discount_amount > 0
        ? { total_discount_amount: discount_amount, discounts: [{ amount: discount_amount }] }
        : {}),
      net_payable_amount,
      payment_status,
    },
    payments: [
      {
        ...paid,
        currency,
        ...(payment_reference_id === undefined ? {} : { payment_reference_id }),
      },
    ],
  }
}

/** What was paid of a bill: all by the method that is said, else what was received. */
function paidOf(method: string | undefined, received: Received | null, net: number) {
  if (method !== undefined) return { method, amount: net, payment_status: 'paid' }
  if (received === null) return { method: 'other', amount: 0, payment_status: 'unpaid' }
  const amount = Math.min(received.amount, net)
  const payment_status = amount === net ? 'paid' : amount > 0 ? 'partially_paid' : 'unpaid'
  return { method: received.method, amount, payment_status }
}

/** The taxes of each rate, rounded once for each. Within India, one half is of the country and one of the state. */
function taxesOf(items: { tax_percent: number; taxable: number }[], country: string) {
  const byRate = Map.groupBy(
    items.filter(({ tax_percent }) => tax_percent > 0),
    ({ tax_percent }) => tax_percent,
  )
  return [...byRate]
    .sort(([left], [right]) => left - right)
    .flatMap(([rate, lines]) => {
      const taxed = lines.reduce((sum, { taxable }) => sum + taxable, 0)
      const names = country === 'IN' ? ['CGST', 'SGST'] : ['Tax']
      const percentage = rate / names.length
      return names.map((name) => ({ name, percentage, amount: percentOf(taxed, percentage) }))
    })
}

/** A percentage of an amount, rounded half up. Exact: percentages have at most five decimals here. */
function percentOf(amount: number, percentage: number): number {
  return divideHalfUp(BigInt(amount) * BigInt(Math.round(percentage * 100_000)), 10_000_000n)
}

/** The kinds of bill that state their taxes even when no tax is due. */
const STATES_TAXES: readonly string[] = ['tax_invoice', 'sales_invoice', 'purchase_invoice']

/** @throws bill_deleted */
export function assertBillSendable({ status }: { status: string }): void {
  if (status === 'deleted') throw refused('bill_deleted')
}
