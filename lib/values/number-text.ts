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

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** A number of bytes as people read it: "1 byte", "812 bytes", "12.4 KB", "50 MB". A KB is 1024 bytes. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let value = bytes
  let unit = 0
  // What would be shown as 1024 is shown as 1 of the next.
  while (Math.round(value * 10) / 10 >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  const shown = unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
  return `${shown} ${UNITS[unit]}`
}

/** Hundredths of a percent from text such as "2", "2.36" or "2.36 %"; null for anything else. Exact, without floats. */
export function readPercent(text: string): number | null {
  const read = /^(\d{1,4})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim())
  return read ? Number(read[1]) * 100 + Number((read[2] ?? '').padEnd(2, '0')) : null
}

/** 236 as "2.36", 1800 as "18". */
export function percentText(basisPoints: number): string {
  const whole = Math.floor(basisPoints / 100)
  const rest = String(basisPoints % 100).padStart(2, '0')
  return rest === '00' ? String(whole) : `${whole}.${rest.replace(/0$/, '')}`
}
