import type { DiscountShare } from '#lib/values/bill-sums.ts'
import { parseMoney } from '#lib/values/money-text.ts'
import { partsOf, secondsOf } from '#lib/values/time.ts'

/** "12.5" as basis points: 1250. Null when it is no percentage from 0 to 100 with at most two decimals. */
export function percentOf(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{0,2}))?$/.exec(text.trim().replace(/(?<!\s)\s*%$/, ''))
  if (!match) return null
  const points = Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
  return points <= 10_000 ? points : null
}

/** Basis points as the wire has percentages: 1250 is 12.5. */
export function percentNumber(basisPoints: number): number {
  return Number(percentInput(basisPoints))
}

/** Basis points as text: 1250 is "12.5". */
export function percentInput(basisPoints: number): string {
  const digits = String(basisPoints).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '')
}

/** "50" is an amount, "10%" a share; blank is none, and null anything else. */
export function discountOf(text: string, currency: string): DiscountShare | 'none' | null {
  const typed = text.trim()
  if (typed === '') return 'none'
  if (typed.endsWith('%')) {
    const basis_points = percentOf(typed)
    return basis_points === null ? null : { basis_points }
  }
  const amount = parseMoney(typed, currency)
  return amount === null ? null : { amount }
}

/** A quantity: a whole number from 1, blank is 1. Null when it is not. */
export function quantityOf(text: string): number | null {
  const typed = text.trim().replaceAll(',', '')
  if (typed === '') return 1
  return /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : null
}

/** The Unix seconds of a `datetime-local` value in a zone, or null. */
export function timestampOf(text: string, zone: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?/.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  return secondsOf({ year, month, day, hour, minute, second }, zone)
}

/** A time in the format of a `datetime-local` input. */
export function localText(at: number, zone: string): string {
  const { year, month, day, hour, minute, second } = partsOf(zone, at)
  const two = (part: number) => String(part).padStart(2, '0')
  const seconds = second === 0 ? '' : `:${two(second)}`
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}${seconds}`
}
