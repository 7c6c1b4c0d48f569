import type { Discount } from '#lib/domain/bills/schema/tax.ts'
import type { BillBody } from '#lib/domain/bills/schema.ts'
import { includesTax } from '#lib/values/bill-mismatch.ts'
import { chargeLabel, taxLabel } from './bill-lines.ts'
import { type Figures, percentText } from './figures.ts'

/** One line of the sums: what it is, and what it comes to. */
export type LayoutSum = { label: string; amount: string }

const MINUS = '\u2212'

/**
 * From the sub-total down to what is to be paid, which stands apart. What the bill does not say is not there. Taxes that
 * the prices hold already are named as that, since a reader who added them once more would find another total.
 */
export function sumsOf(bill: BillBody, figures: Figures): LayoutSum[] {
  const { receipt_summary: summary, taxes = [] } = bill
  const held = includesTax(bill) ? ', included' : ''
  const row = (label: string, amount: number | undefined, sign = ''): LayoutSum[] =>
    amount === undefined ? [] : [{ label, amount: `${sign}${figures.plain(amount)}` }]
  const rounding = summary.roundup_amount
  return [
    ...row('Sub-total', summary.sub_total_amount),
    ...discountsOf(summary, figures),
    ...(summary.additional_charges ?? []).flatMap((charge) => row(chargeLabel(charge), charge.amount)),
    ...row('Delivery', summary.delivery_charges),
    ...row('Cash on delivery charge', summary.cod_charges),
    ...taxes.flatMap(({ name, percentage, amount }) => row(`${taxLabel(name, percentage)}${held}`, amount)),
    ...totalTaxOf(summary, taxes.length, row).map((sum) => ({ ...sum, label: `${sum.label}${held}` })),
    ...(rounding === undefined || rounding === 0 ? [] : row('Round-off', rounding, rounding > 0 ? '+' : '')),
    ...row('Paid from wallet', summary.used_wallet_amount || undefined),
  ]
}

/** The sum of several taxes, or the one figure of a bill that does not name them. */
function totalTaxOf(
  { total_tax_amount: amount, total_tax_percent: percent }: BillBody['receipt_summary'],
  named: number,
  row: (label: string, amount: number | undefined) => LayoutSum[],
): LayoutSum[] {
  if (named === 1) return []
  return row(taxLabel(named === 0 ? 'Tax' : 'Total tax', percent), amount)
}

function discountsOf(
  { discounts = [], total_discount_amount, total_discount_percent }: BillBody['receipt_summary'],
  { plain }: Figures,
): LayoutSum[] {
  const named = discounts.flatMap((discount) =>
    discount.amount === undefined
      ? []
      : [{ label: discountLabel(discount), amount: `${MINUS}${plain(discount.amount)}` }],
  )
  const sum = discounts.reduce((total, { amount = 0 }) => total + amount, 0)
  // What the named discounts come to is only said when the bill says something else.
  if (!total_discount_amount || total_discount_amount === sum) return named
  const label = taxLabel(named.length > 0 ? 'Total discount' : 'Discount', total_discount_percent)
  return [...named, { label, amount: `${MINUS}${plain(total_discount_amount)}` }]
}

function discountLabel({ name = 'Discount', percent, product_code, reference_id }: Discount): string {
  const share = percent === undefined ? name : `${name} ${percentText(percent)}`
  const about = product_code ?? reference_id
  return about === undefined ? share : `${share} (${about})`
}
