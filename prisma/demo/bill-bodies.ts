import type { BillBody } from '#lib/domain/bills/schema.ts'
import { type SumLine, type SummedBill, sumsOf } from '#lib/values/bill-sums.ts'
import { DAY } from '#lib/values/time.ts'
import { shopperNumbered } from './catalogue.ts'

/** A line as the plans write it: what, HSN, quantity, unit price in paise, GST in basis points, unit. */
export type LinePlan = [
  name: string,
  hsn: string,
  quantity: number,
  unit_amount: number,
  rate: number | null,
  unit?: NonNullable<BillBody['line_items']>[number]['unit'],
]

export type BillPlan = Pick<BillBody, 'business_category' | 'receipt_type' | 'receipt_delivery'> & {
  lines: LinePlan[]
  /** Off the whole bill, in basis points. */
  discount?: number
  delivery?: number
  /** Whether the customer is in another state. */
  between?: boolean
  /** The number of a shopper, or null. */
  shopper?: number
  name?: string
  store: string
  method: string
  more?: Partial<BillBody>
}

const SERIES: Record<BillBody['receipt_type'], string> = {
  tax_invoice: 'TI',
  sales_invoice: 'SI',
  sales_return_invoice: 'SR',
  proforma_invoice: 'PI',
  credit_invoice: 'CN',
  purchase_invoice: 'PU',
  debit_invoice: 'DN',
  order_confirmation: 'OC',
}

/** A plan as a bill whose sums are right: they are added up as the dashboard's builder adds them up. */
export function billOf(plan: BillPlan, index: number, now: number): BillBody {
  const lines: SumLine[] = plan.lines.map(([, hsn_code, quantity, unit_amount, rate]) => ({
    quantity,
    unit_amount,
    discount: null,
    rate,
    hsn_code,
  }))
  const sums = sumsOf({
    lines,
    discount: plan.discount === undefined ? null : { basis_points: plan.discount },
    charges: [],
    delivery: plan.delivery ?? 0,
    prices_include_tax: false,
    supply: plan.between ? 'between' : 'state',
    round_off: true,
  })
  return {
    business_type: plan.delivery === undefined ? 'retail' : 'ecommerce',
    business_category: plan.business_category,
    receipt_number: `${SERIES[plan.receipt_type]}/${plan.store}/${String(1041 + index * 3).padStart(5, '0')}`,
    receipt_timestamp: now,
    receipt_type: plan.receipt_type,
    receipt_delivery: plan.receipt_delivery,
    receipt_summary: summaryOf(plan, sums),
    line_items: plan.lines.map(([name, hsn_code, quantity, unit_amount, , unit], at) => ({
      name,
      hsn_code,
      quantity,
      ...(unit === undefined ? {} : { unit }),
      unit_amount,
      total_amount: quantity * unit_amount,
      ...taxesOf([{ rate: plan.lines[at]?.[4] ?? null, ...(sums.lines[at] ?? sums) }]),
    })),
    ...(needsTaxes(plan)
      ? { taxes: taxesOf(sums.by_rate).taxes ?? [{ name: 'GST exempt', amount: 0 }] }
      : taxesOf(sums.by_rate)),
    payments: [{ method: plan.method, currency: 'INR', amount: sums.net }],
    ...customerOf(plan),
    store_code: plan.store,
    ...(typeof plan.more === 'object' ? dated(plan.more, now) : {}),
  }
}

/** A bill that is only an amount: a credit or debit note has no lines. */
function summaryOf({ discount, delivery }: BillPlan, sums: SummedBill): BillBody['receipt_summary'] {
  return {
    total_quantity: Math.max(1, sums.quantity),
    currency: 'INR',
    sub_total_amount: sums.gross,
    ...(discount === undefined
      ? {}
      : {
          total_discount_amount: sums.bill_discount,
          discounts: [{ name: 'Member price', percent: discount / 100, amount: sums.bill_discount }],
        }),
    ...(sums.tax > 0 ? { total_tax_amount: sums.tax } : {}),
    ...(delivery ? { delivery_charges: delivery } : {}),
    ...(sums.round_off === 0 ? {} : { roundup_amount: sums.round_off }),
    net_payable_amount: sums.net,
    payment_status: 'paid',
  }
}

function needsTaxes({ receipt_type }: BillPlan): boolean {
  return ['tax_invoice', 'sales_invoice', 'purchase_invoice'].includes(receipt_type)
}

type Rated = { rate: number | null; cgst: number; sgst: number; igst: number }

function taxesOf(rates: Rated[]): Pick<BillBody, 'taxes'> {
  const taxes = rates.flatMap(({ rate, cgst, sgst, igst }) => [
    ...(cgst > 0 ? [{ name: 'CGST', percentage: (rate ?? 0) / 200, amount: cgst }] : []),
    ...(sgst > 0 ? [{ name: 'SGST', percentage: (rate ?? 0) / 200, amount: sgst }] : []),
    ...(igst > 0 ? [{ name: 'IGST', percentage: (rate ?? 0) / 100, amount: igst }] : []),
  ])
  return taxes.length === 0 ? {} : { taxes }
}

/** Where the customers in other states are: a tax invoice names the place of supply. */
const ELSEWHERE = {
  address_line_1: '27 Luz Church Road',
  city: 'Chennai',
  province: 'Tamil Nadu',
  pin_code: '600004',
}

function customerOf({ shopper, name, between }: BillPlan): Pick<BillBody, 'customer'> {
  if (shopper === undefined) return {}
  const { email, contact } = shopperNumbered(shopper)
  return {
    customer: {
      ...(name === undefined ? {} : { name }),
      email,
      contact,
      ...(between ? { billing_address: { ...ELSEWHERE, country: 'India' } } : {}),
    },
  }
}

/** The event of a ticket is some days after it was bought, whenever that is. */
function dated(more: Partial<BillBody>, now: number): Partial<BillBody> {
  if (!more.event) return more
  const start = now - (now % DAY) + 12 * DAY + 14 * 3600
  return { ...more, event: { ...more.event, start_timestamp: start, end_timestamp: start + 3 * 3600 } }
}
