import { type DiscountShare, discountOn, discountOnBill, divideHalfUp } from './bill-shares.ts'
import type { Supply } from './place-of-supply.ts'

/** The rates of GST, in basis points. */
export const GST_RATES = [0, 25, 300, 500, 1200, 1800, 2800, 4000] as const

/** A line of a bill. Amounts are minor units. */
export type SumLine = {
  quantity: number
  unit_amount: number
  discount: DiscountShare | null
  /** GST in basis points; null for exempt goods. */
  rate: number | null
  hsn_code: string
}

export type SumInput = {
  lines: SumLine[]
  /** A discount on the whole bill, before tax, distributed over the lines. */
  discount: DiscountShare | null
  /** Added after tax. */
  charges: number[]
  delivery: number
  /** Whether the unit prices include the tax. */
  prices_include_tax: boolean
  supply: Supply
  /** Rounded to the whole rupee. */
  round_off: boolean
}

export type BillTaxes = { taxable: number; cgst: number; sgst: number; igst: number; tax: number }

type LineSums = BillTaxes & {
  /** Quantity times unit price. */
  gross: number
  /** The discount of this line. */
  discount: number
  /** Its share of the discount on the whole bill. */
  share: number
  /** The total of the line, with tax. */
  total: number
}

export type SummedBill = BillTaxes & {
  lines: LineSums[]
  quantity: number
  gross: number
  line_discounts: number
  bill_discount: number
  charges: number
  delivery: number
  round_off: number
  net: number
  by_rate: (BillTaxes & { rate: number | null })[]
  by_hsn: (BillTaxes & { hsn_code: string; rate: number | null; quantity: number })[]
}

/**
 * Adds a bill up. All of it is integer arithmetic in minor units: percentages are basis points, each tax is rounded
 * half up on its line, so that the printed lines add up to the total. Always: gross less discounts is the taxable
 * value (with the tax, where prices include it), and taxable value, tax, charges, delivery and round-off are the net
 * amount. A discount larger than the amount it applies to counts as that amount.
 */
export function sumsOf(input: SumInput): SummedBill {
  const grosses = input.lines.map((line) => Number(BigInt(line.quantity) * BigInt(line.unit_amount)))
  const discounts = input.lines.map((line, at) => discountOn(grosses[at] ?? 0, line.discount))
  const weights = grosses.map((gross, at) => gross - (discounts[at] ?? 0))
  const { amount: bill_discount, shares } = discountOnBill(
    weights.map((weight, at) => ({ weight, key: keyOf(input.lines[at]) })),
    input.discount,
  )
  const lines = input.lines.map((line, at): LineSums => {
    const [gross = 0, discount = 0, share = 0] = [grosses[at], discounts[at], shares[at]]
    const taxes = taxesOn(gross - discount - share, line.rate, input)
    return { gross, discount, share, ...taxes, total: taxes.taxable + taxes.tax }
  })
  const charges = add(input.charges)
  const all = sumOfTaxes(lines)
  const exact = all.taxable + all.tax + charges + input.delivery
  const round_off = input.round_off ? Math.floor((exact + 50) / 100) * 100 - exact : 0
  return {
    ...all,
    lines,
    quantity: add(input.lines.map((line) => line.quantity)),
    gross: add(grosses),
    line_discounts: add(discounts),
    bill_discount,
    charges,
    delivery: input.delivery,
    round_off,
    net: exact + round_off,
    by_rate: byRate(input.lines, lines),
    by_hsn: byHsn(input.lines, lines),
  }
}

/** Distinguishes two lines that the arithmetic can tell apart. */
function keyOf(line: SumLine | undefined): string {
  return line ? `${line.rate ?? 'free'} ${line.hsn_code} ${line.quantity} ${line.unit_amount}` : ''
}

/**
 * The taxes on a line after discounts. Within a state the two halves are rounded equally, as the law requires; if the
 * price includes the tax, the taxable value is the remainder.
 */
function taxesOn(
  amount: number,
  rate: number | null,
  { prices_include_tax, supply }: Pick<SumInput, 'prices_include_tax' | 'supply'>,
): BillTaxes {
  const whole = prices_include_tax ? 10_000n + BigInt(rate ?? 0) : 10_000n
  const part = (share: bigint) => divideHalfUp(BigInt(amount) * BigInt(rate ?? 0), whole * share)
  const half = supply === 'between' ? 0 : part(2n)
  const igst = supply === 'between' ? part(1n) : 0
  const tax = half + half + igst
  return { taxable: prices_include_tax ? amount - tax : amount, cgst: half, sgst: half, igst, tax }
}

function byRate(lines: SumLine[], sums: LineSums[]): SummedBill['by_rate'] {
  const rates = [...new Set(lines.map((line) => line.rate))].sort((one, other) => (one ?? -1) - (other ?? -1))
  return rates.map((rate) => ({ rate, ...sumOfTaxes(sums.filter((_, at) => lines[at]?.rate === rate)) }))
}

function byHsn(lines: SumLine[], sums: LineSums[]): SummedBill['by_hsn'] {
  const groups = Map.groupBy(
    lines.map((line, at) => ({ line, at })),
    ({ line }) => `${line.hsn_code} ${line.rate ?? ''}`,
  )
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { hsn_code, rate } = first.line
    const indexes = new Set(group.map(({ at }) => at))
    const quantity = add(group.map(({ line }) => line.quantity))
    return [{ hsn_code, rate, quantity, ...sumOfTaxes(sums.filter((_, at) => indexes.has(at))) }]
  })
  return rows.sort(
    (one, other) => one.hsn_code.localeCompare(other.hsn_code) || (one.rate ?? -1) - (other.rate ?? -1),
  )
}

function sumOfTaxes(rows: BillTaxes[]): BillTaxes {
  const of = (name: keyof BillTaxes) => add(rows.map((row) => row[name]))
  return { taxable: of('taxable'), cgst: of('cgst'), sgst: of('sgst'), igst: of('igst'), tax: of('tax') }
}

function add(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
