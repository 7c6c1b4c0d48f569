import type { GatewayRecord } from '#lib/ports/gateway-records.ts'
import { MAX_AMOUNT } from '#lib/values/money.ts'
import type { GatewayImport, Progress } from './schema.ts'

type Money = { amount: number; currency: string }

/** Why the money of a record is none of this account; null where it is. */
export function problemOfMoney({ amount, currency }: Money, own: string, least = 1): string | null {
  if (currency !== own) return `Its currency is ${currency}; this account has ${own}.`
  if (amount < least) return `Its amount of ${amount} is below ${least}, the smallest here.`
  return amount > MAX_AMOUNT ? `Its amount of ${amount} is above ${MAX_AMOUNT}, the largest here.` : null
}

/** The smallest amount of an order here. */
export const MIN_ORDER = 100

export function problemOfOrder(order: GatewayRecord<'orders'>, currency: string): string | null {
  if (order.amount_paid > order.amount) return 'More was paid than its amount.'
  return problemOfMoney(order, currency, MIN_ORDER)
}

export function problemOfPayment(payment: GatewayRecord<'payments'>, currency: string): string | null {
  const { amount, fee, tax } = payment
  const problem = problemOfMoney(payment, currency)
  if (problem !== null || !isCaptured(payment)) return problem
  if (fee === null) return 'It was captured, and the gateway does not say its fee.'
  if (fee > amount) return 'Its fee is above its amount.'
  return (tax ?? 0) > fee ? 'Its tax is above its fee.' : null
}

export function isCaptured({ captured, status }: { captured: boolean; status: string }): boolean {
  return captured || status === 'captured'
}

/** Whether the payer's money was held: refunded payments were authorized, too. */
export function wasAuthorized({ status }: { status: string }): boolean {
  return status === 'authorized' || status === 'captured' || status === 'refunded'
}

/**
 * How fast an import is, and when it ends at that rate, in Unix seconds.
 * @param worked how long it has worked, in milliseconds
 */
export function rateOf(
  progress: Progress,
  worked: number,
  now: number,
): Pick<GatewayImport, 'per_second' | 'ends_at'> {
  const kinds = Object.values(progress)
  const read = kinds.reduce((sum, one) => sum + one.read, 0)
  if (read === 0 || worked === 0) return { per_second: null, ends_at: null }
  const per_second = read / (worked / 1000)
  if (kinds.some(({ total }) => total === null)) return { per_second, ends_at: null }
  const left = kinds.reduce((sum, one) => sum + Math.max(0, (one.total ?? 0) - one.read), 0)
  return { per_second, ends_at: now + Math.ceil(left / per_second) }
}
