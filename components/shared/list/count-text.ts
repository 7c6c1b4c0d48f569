import type { Grouping } from '#lib/values/money-text.ts'
import { countText as counted, figures } from '#lib/values/number-text.ts'

/** "3 selected", or "3 selected on 2 pages". */
export function listCountText(count: number, pages = 1, grouping?: Grouping): string {
  return `${figures(count, grouping)} selected${pages > 1 ? ` on ${pages} pages` : ''}`
}

/** "142 lines", of a list that counts up to a number of rows: "10,000 or more lines". */
export function boundedCount(total: number, max: number, noun: string): string {
  return total < max
    ? counted(total, noun, `${noun}s`)
    : counted(total, `or more ${noun}s`, `or more ${noun}s`)
}
