import type { Grouping } from './money-text.ts'

const INDIAN = new Intl.NumberFormat('en-IN')
const WESTERN = new Intl.NumberFormat('en-US')

/** "1,20,000" or "120,000": a count, grouped as the reader prefers. */
export function figures(count: number, grouping: Grouping = 'indian'): string {
  return (grouping === 'indian' ? INDIAN : WESTERN).format(count)
}

/** "1 request", "12,000 requests". */
export function countText(count: number, one: string, many: string, grouping?: Grouping): string {
  return `${figures(count, grouping)} ${count === 1 ? one : many}`
}
