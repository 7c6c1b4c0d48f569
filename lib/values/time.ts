/** The bounds of `from`, `to` and every other timestamp on the wire: 2000-01-01 and 2121-01-01, in Unix seconds. */
export const EARLIEST = 946_684_800
export const LATEST = 4_765_046_400

export const MINUTE = 60
export const HOUR = 3600
export const DAY = 86_400

/** How far a time zone is ahead of UTC at a time, in seconds. */
export function offsetOf(zone: string, at: number): number {
  const day = Math.floor(at / DAY)
  const name = `${day} ${zone}`
  let offset = offsets.get(name)
  if (offset === undefined) {
    const [first, last] = [slowOffsetOf(zone, day * DAY), slowOffsetOf(zone, day * DAY + DAY - 1)]
    offset = first === last ? first : null
    if (offsets.size >= MOST_OFFSETS) offsets.clear()
    offsets.set(name, offset)
  }
  return offset ?? slowOffsetOf(zone, at)
}

/**
 * The offsets of zones on days of UTC, and null for a day on which the clocks change. A page of a list tells a hundred times,
 * and Intl takes 30 µs for each.
 */
const offsets = new Map<string, number | null>()
const MOST_OFFSETS = 10_000

/** The first second of the day that `at` falls in, in a time zone. */
export function startOfDay(at: number, zone: string): number {
  const parts = partsOf(zone, at)
  return secondsOf({ ...parts, hour: 0, minute: 0, second: 0 }, zone)
}

/** The first second of the day that is `days` after the day of `at`. */
export function dayAfter(at: number, days: number, zone: string): number {
  const parts = partsOf(zone, at)
  return secondsOf({ ...parts, day: parts.day + days, hour: 0, minute: 0, second: 0 }, zone)
}

/** The first second of a date such as 2026-01-31, or its last; null for any other text. */
export function secondsOfDate(text: string, zone: string, edge: 'start' | 'end' = 'start'): number | null {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return null
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return null
  const start = { year, month, day, hour: 0, minute: 0, second: 0 }
  return edge === 'start' ? secondsOf(start, zone) : secondsOf({ ...start, day: day + 1 }, zone) - 1
}

/** Months outside of 1 to 12 belong to the years before and after. */
export function startOfMonth(year: number, month: number, zone: string): number {
  return secondsOf({ year, month, day: 1, hour: 0, minute: 0, second: 0 }, zone)
}

/**
 * The time of a wall clock reading in a time zone, in Unix seconds. A reading that the clocks show twice is the
 * first; one that they skip (midnight, where they go forward then) is the time to which they jump.
 */
export function secondsOf(parts: Parts, zone: string): number {
  const naive =
    Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second) / 1000
  const reads = (at: number) => at + offsetOf(zone, at) === naive
  const before = naive - offsetOf(zone, naive - DAY)
  const after = naive - offsetOf(zone, naive + DAY)
  return reads(before) || !reads(after) ? before : after
}

export type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number }

/** The wall clock reading of a time in a time zone. */
export function partsOf(zone: string, at: number): Parts {
  const local = new Date((at + offsetOf(zone, at)) * 1000)
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  }
}

function slowOffsetOf(zone: string, at: number): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  const found = new Map(format.formatToParts(at * 1000).map((part) => [part.type, Number(part.value)]))
  const of = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? 0
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return local / 1000 - Math.floor(at)
}
const formats = new Map<string, Intl.DateTimeFormat>()
