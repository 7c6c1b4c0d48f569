import type { Discount } from '#lib/domain/bills/schema/tax.ts'
import type { BillBody } from '#lib/domain/bills/schema.ts'
import type { Text } from '#lib/messages/text.ts'
import { includesTax } from '#lib/values/bill-mismatch.ts'
import { chargeLabel, taxLabel } from './bill-lines.ts'
import { type Figures, percentLabel } from './figures.ts'

/** One line of the sums: what it is, and what it comes to. */
export type LayoutSum = { label: string; amount: string }

const MINUS = '\u2212'

/**
 * From the sub-total down to what is to be paid, which stands apart. What the bill does not say is not there. Taxes that
 * the prices hold already are named as that, since a reader who added them once more would find another total.
 */
export function billSumLines(bill: BillBody, figures: Figures, t: Text): LayoutSum[] {
  const { receipt_summary: summary, taxes = [] } = bill
  const withTax = (label: string) => (includesTax(bill) ? t('paper.included', { label }) : label)
  const row = (label: string, amount: number | undefined, sign = ''): LayoutSum[] =>
    amount === undefined ? [] : [{ label, amount: `${sign}${figures.plain(amount)}` }]
  const rounding = summary.roundup_amount
  return [
    ...row(t('paper.sub_total'), summary.sub_total_amount),
    ...discountsOf(summary, figures, t),
    ...(summary.additional_charges ?? []).flatMap((charge) => row(chargeLabel(charge, t), charge.amount)),
    ...row(t('paper.delivery'), summary.delivery_charges),
    ...row(t('paper.cod_charge'), summary.cod_charges),
    ...taxes.flatMap(({ name, percentage, amount }) => row(withTax(taxLabel(name, percentage)), amount)),
    ...totalTaxOf(summary, taxes.length, row, t).map((sum) => ({ ...sum, label: withTax(sum.label) })),
    ...(rounding === undefined || rounding === 0
      ? []
      : row(t('paper.round_off'), rounding, rounding > 0 ? '+' : '')),
    ...row(t('paper.from_wallet'), summary.used_wallet_amount || undefined),
  ]
}

/** The sum of several taxes, or the one figure of a bill that does not name them. */
function totalTaxOf(
  { total_tax_amount: amount, total_tax_percent: percent }: BillBody['receipt_summary'],
  named: number,
  row: (label: string, amount: number | undefined) => LayoutSum[],
  t: Text,
): LayoutSum[] {
  if (named === 1) return []
  return row(taxLabel(t(named === 0 ? 'paper.tax' : 'paper.total_tax'), percent), amount)
}

function discountsOf(
  { discounts = [], total_discount_amount, total_discount_percent }: BillBody['receipt_summary'],
  { plain }: Figures,
  t: Text,
): LayoutSum[] {
  const named = discounts.flatMap((discount) =>
    discount.amount === undefined
      ? []
      : [{ label: discountLabel(discount, t), amount: `${MINUS}${plain(discount.amount)}` }],
  )
  const sum = discounts.reduce((total, { amount = 0 }) => total + amount, 0)
  // What the named discounts come to is only said when the bill says something else.
  if (!total_discount_amount || total_discount_amount === sum) return named
  const label = taxLabel(
    t(named.length > 0 ? 'paper.total_discount' : 'paper.discount'),
    total_discount_percent,
  )
  return [...named, { label, amount: `${MINUS}${plain(total_discount_amount)}` }]
}

function discountLabel(discount: Discount, t: Text): string {
  const { name = t('paper.discount'), percent, product_code, reference_id } = discount
  const share = percent === undefined ? name : `${name} ${percentLabel(percent)}`
  const about = product_code ?? reference_id
  return about === undefined ? share : `${share} (${about})`
}
