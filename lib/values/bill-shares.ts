/** Parts of amounts: percentages and spreading, in integers only. Percentages are basis points: 1250 is 12.5 %. */

/** A discount: an amount in minor units, or a share in basis points. */
export type DiscountShare = { amount: number } | { basis_points: number }

/** The quotient of two whole numbers, neither negative, rounded half up. Exact for every safe integer. */
export function divideHalfUp(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/** The amount of a discount: from zero to the full amount. */
export function discountOn(amount: number, discount: DiscountShare | null): number {
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
