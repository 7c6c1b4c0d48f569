import type { Supply } from './gstin.ts'

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

/** Parts of amounts: percentages and spreading, in integers only. Percentages are basis points: 1250 is 12.5 %. */

/** A discount: an amount in minor units, or a share in basis points. */
export type DiscountShare = { amount: number } | { basis_points: number }

/** The quotient of two whole numbers, neither negative, rounded half up. Exact for every safe integer. */
export function divideHalfUp(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/** The amount of a discount: from zero to the full amount. */
function discountOn(amount: number, discount: DiscountShare | null): number {
  if (discount === null) return 0
  const requested =
    'amount' in discount
      ? discount.amount
      : divideHalfUp(BigInt(amount) * BigInt(discount.basis_points), 10_000n)
  return Math.min(Math.max(requested, 0), amount)
}

type Weighted = {
  weight: number
  /** Breaks ties between equal remainders, so that the result does not depend on the order. */
  key: string
}

/**
 * Distributes an amount over parts by their weights, in paise: the parts add up to exactly the amount, each is the
 * exact share rounded down or up, and the rest goes to the largest remainders. No part exceeds its weight as long as
 * the amount is not more than their sum.
 */
export function spread(amount: number, parts: Weighted[]): number[] {
  const whole = parts.reduce((sum, part) => sum + BigInt(part.weight), 0n)
  if (whole === 0n) return parts.map(() => 0)
  const shares = parts.map(({ weight, key }, at) => {
    const product = BigInt(amount) * BigInt(weight)
    return { at, weight, key, share: Number(product / whole), remainder: product % whole }
  })
  const left = amount - shares.reduce((sum, { share }) => sum + share, 0)
  const result = shares.map(({ share }) => share)
  for (const { at } of shares.toSorted(byRemainder).slice(0, left)) result[at] = (result[at] ?? 0) + 1
  return result
}

/**
 * A discount on a whole bill, before tax: what it comes to, and its share of each line. It lowers the value on which each
 * line bears tax.
 */
export function discountOnBill(
  lines: Weighted[],
  discount: DiscountShare | null,
): { amount: number; shares: number[] } {
  const amount = discountOn(
    lines.reduce((sum, { weight }) => sum + weight, 0),
    discount,
  )
  return { amount, shares: spread(amount, lines) }
}

type Remaining = Weighted & { remainder: bigint }

function byRemainder(one: Remaining, other: Remaining): number {
  if (one.remainder !== other.remainder) return one.remainder > other.remainder ? -1 : 1
  if (one.weight !== other.weight) return other.weight - one.weight
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0
}
