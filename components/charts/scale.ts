import { decimalOf, type Grouping, type Minor } from '#lib/values/money-text.ts'
import { figures } from '#lib/values/number-text.ts'
import { clockText, dateText } from '#lib/values/time-text.ts'
import type { BucketStep } from '#lib/values/trend.ts'

/** The round figure on which the axis ends: at least `max`, and whose half is round too. */
export function ceilingOf(max: number): number {
  if (max <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(max))
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8].find((candidate) => candidate * power >= max) ?? 10
  return step * power
}

/** Which labels of a row of `count` are shown so that at most `max` are side by side: every nth. */
export function everyOf(count: number, max: number): number {
  return Math.max(1, Math.ceil(count / max))
}

/** An amount short enough for an axis: "₹1.2L", "₹50K". */
export function shortMoney(amount: number, currency: string, grouping: Grouping): string {
  const locale = grouping === 'indian' ? 'en-IN' : 'en-US'
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  // India writes T for thousand in compact form; readers know K.
  return format
    .format(decimalOf(BigInt(Math.round(amount)), currency) as unknown as number)
    .replace(/T$/, 'K')
    .replace('-', '\u2212')
}

/** A share in words: "12%", "0.4%", and a dash when there is nothing to have a share of. */
export function percent(part: Minor, whole: Minor): string {
  if (Number(whole) === 0) return '—'
  const share = (Number(part) / Number(whole)) * 100
  const digits = share > 0 && share < 10 ? 1 : 0
  return `${share.toFixed(digits)}%`
}

/** Where there is nothing to compare with. */
export const NO_PREVIOUS = 'no previous data'

/** How a figure has changed: "+12%", "−3%", "no change", and "no previous data" after nothing. */
export function change(nowAmount: Minor, beforeAmount: Minor): string {
  // A share is rounded to whole percents, for which a float is exact enough.
  const [now, before] = [Number(nowAmount), Number(beforeAmount)]
  if (before === 0) return now === 0 ? 'no change' : NO_PREVIOUS
  const share = Math.round(((now - before) / before) * 100)
  if (share === 0) return 'no change'
  return `${share > 0 ? '+' : '\u2212'}${figures(Math.abs(share))}%`
}

/** How a share has changed, in points: "+2.1 points". */
export function changeInPoints(
  now: [part: number, whole: number],
  before: [part: number, whole: number],
): string {
  if (now[1] === 0 || before[1] === 0) return before[1] === 0 ? NO_PREVIOUS : 'no change'
  const points = (now[0] / now[1] - before[0] / before[1]) * 100
  const rounded = Math.abs(points).toFixed(1)
  return rounded === '0.0' ? 'no change' : `${points > 0 ? '+' : '\u2212'}${rounded} points`
}

/** Whether a change is good news; null where nothing has changed, or nothing is known. */
export function verdictOn(change: string, good: 'more' | 'less'): 'better' | 'worse' | null {
  const sign = change[0]
  if (sign !== '+' && sign !== '\u2212') return null
  return (sign === '+') === (good === 'more') ? 'better' : 'worse'
}

/** In full, and short for the axis: "3 Nov 2026" and "3 Nov". */
export function bucketWords(at: number, step: BucketStep, zone: string): [words: string, label: string] {
  const date = dateText(at, zone)
  if (step === 'hour') return [`${date}, ${clockText(at, zone)}`, clockText(at, zone)]
  const [day, month, year] = date.split(' ')
  return step === 'day' ? [date, `${day} ${month}`] : [`${month} ${year}`, `${month}`]
}
