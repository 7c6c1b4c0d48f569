import { UNITS } from '#lib/domain/bills/schema/line-item.ts'
import type { BillBody } from '#lib/domain/bills/schema.ts'
import type { SumLine, SummedBill } from '#lib/values/bill-sums.ts'
import type { Supply } from '#lib/values/gstin.ts'
import type { BillDraft, DraftLine, DraftSetting } from './draft.ts'
import { discountOf, percentNumber } from './read-text.ts'
import { namedTaxes, taxName } from './tax-names.ts'

type LineItem = NonNullable<BillBody['line_items']>[number]
type Discount = NonNullable<BillBody['receipt_summary']['discounts']>[number]

type Lines = {
  draft: BillDraft
  sums: SummedBill
  rows: number[]
  lines: SumLine[]
  supply: Supply
  setting: DraftSetting
}

/** The lines: what each comes to before discounts, and the taxes on what discounts leave of it. */
export function lineItemsOf({ draft, sums, rows, lines, supply, setting }: Lines): LineItem[] {
  return rows.map((row, at): LineItem => {
    const typed = draft.lines[row] as DraftLine
    const [line, sum] = [lines[at], sums.lines[at]]
    const rate = line?.rate ?? null
    return {
      ...typed.preserved,
      name: typed.name.trim(),
      hsn_code: line?.hsn_code || undefined,
      quantity: line?.quantity ?? 0,
      unit: UNITS.find((unit) => unit === typed.unit),
      unit_amount: line?.unit_amount ?? 0,
      total_amount: sum?.gross ?? 0,
      taxes: sum && rate !== null ? namedTaxes(sum, rate, supply, setting.country) : undefined,
    }
  })
}

/** The taxes of the whole bill, by rate. Where nothing bears tax there is one of nothing: some bills must name one. */
export function taxesOf(sums: SummedBill, supply: Supply, country: string): NonNullable<BillBody['taxes']> {
  const named = sums.by_rate.flatMap(({ rate, ...taxes }) =>
    rate === null ? [] : namedTaxes(taxes, rate, supply, country),
  )
  return named.length > 0 ? named : [{ name: taxName(country), percentage: 0, amount: 0 }]
}

type Summed = {
  draft: BillDraft
  sums: SummedBill
  rows: number[]
  charges: number[]
  currency: string
  paid: number
  preserved: Record<string, unknown>
}

/** The sums of the bill, with each discount by its name. */
export function summaryOf({
  draft,
  sums,
  rows,
  charges,
  currency,
  paid,
  preserved,
}: Summed): BillBody['receipt_summary'] {
  const discounts = discountsOf(draft, sums, rows, currency)
  const total = sums.line_discounts + sums.bill_discount
  const additional = draft.charges.flatMap(({ description }, at) => {
    const amount = charges[at] ?? 0
    return amount === 0 ? [] : [{ description: description.trim() || undefined, amount }]
  })
  return {
    ...preserved,
    total_quantity: sums.quantity,
    currency,
    sub_total_amount: sums.gross,
    total_discount_amount: total > 0 ? total : undefined,
    discounts: discounts.length > 0 ? discounts : undefined,
    total_tax_amount: sums.tax,
    additional_charges: additional.length > 0 ? additional : undefined,
    delivery_charges: sums.delivery > 0 ? sums.delivery : undefined,
    roundup_amount: sums.round_off === 0 ? undefined : sums.round_off,
    net_payable_amount: sums.net,
    payment_status: paid >= sums.net ? 'paid' : paid > 0 ? 'partially_paid' : 'unpaid',
    change_amount: paid > sums.net ? paid - sums.net : undefined,
  }
}

/** The discount off a line, by its place from 1: its name is printed, and it is known again by it. */
function lineDiscountName(place: number, line: string): string {
  return `Discount on line ${place}, ${line}`.slice(0, 200)
}

/** The place of the line that a discount is off, or null when it is off the whole bill. */
export function lineDiscounted(name: string | undefined): number | null {
  const [, place] = /^Discount on line (\d+), /.exec(name ?? '') ?? []
  return place === undefined ? null : Number(place)
}

function discountsOf(draft: BillDraft, sums: SummedBill, rows: number[], currency: string): Discount[] {
  const named = (text: string, amount: number, more: Discount): Discount[] => {
    const read = discountOf(text, currency)
    if (amount === 0 || read === null || read === 'none') return []
    return [
      { ...more, amount, percent: 'basis_points' in read ? percentNumber(read.basis_points) : undefined },
    ]
  }
  const ofLines = rows.flatMap((row, at) => {
    const line = draft.lines[row] as DraftLine
    return named(line.discount, sums.lines[at]?.discount ?? 0, {
      name: lineDiscountName(at + 1, line.name.trim()),
      hsn_code: line.hsn_code.trim() || undefined,
    })
  })
  const off = named(draft.discount, sums.bill_discount, { name: 'Discount' })
  return [...ofLines, ...off]
}
