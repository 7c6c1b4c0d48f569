import type { Query } from '#components/ui/query.ts'
import { namedPeriod, previousPeriod, readPeriod } from '#lib/filters/period.ts'
import { DAY } from '#lib/values/time.ts'

export const RANGES = { today: 'Today', '7d': '7 days', '28d': '28 days', month: 'Month' } as const
type RangeName = keyof typeof RANGES

export type Range = {
  /** Null for two dates of one's own. */
  name: RangeName | null
  current: { from: number; to: number }
  /** The same elapsed part of the stretch before. */
  previous: { from: number; to: number }
  /** "last 7 days", "3 Nov 2026 to 5 Nov 2026" */
  words: string
  /** The period of comparison, to follow "against": "the 7 days before". */
  before: string
  /** The same stretch as a filter of a list. */
  query: Query
  problem?: string
}

const BEFORE: Record<RangeName, string> = {
  today: 'yesterday at this time',
  '7d': 'previous 7 days',
  '28d': 'previous 28 days',
  month: 'same days last month',
}

/** In a longer range a day is too narrow to see. */
const LONGEST = 5 * 366 * DAY

/** Reads the range of an address: a name, or two dates. What cannot be read is said, and the last 7 days are shown. */
export function readRange(query: Query, zone: string, now: number): Range {
  const { range = '7d', from, to } = query
  if (from || to) return custom(query, zone, now)
  if (!isRange(range)) return { ...named('7d', zone, now), problem: `Unknown range "${range}".` }
  return named(range, zone, now)
}

function named(name: RangeName, zone: string, now: number): Range {
  const { from = now } = namedPeriod(name, zone, now)
  const current = { from, to: now }
  return {
    name,
    current,
    previous: previousPeriod(name, current, zone),
    words: { today: 'today', '7d': 'last 7 days', '28d': 'last 28 days', month: 'this month' }[name],
    before: BEFORE[name],
    query: { period: name },
  }
}

function custom({ from, to }: Query, zone: string, now: number): Range {
  const requested = readPeriod({ ...(from ? { from } : {}), ...(to ? { to } : {}) }, zone, now)
  const end = requested.to ?? now
  const problem = requested.problem ?? unfit(requested.from, end, now)
  if (problem || requested.from === undefined)
    return {
      ...named('7d', zone, now),
      problem: problem ?? 'A custom range needs a start date.',
    }
  const whole = { from: requested.from, to: end }
  const shift = previousPeriod(null, whole, zone)
  // Future time has nothing to be compared with: the previous period ends as early.
  const left = Math.max(0, end - now)
  const days = Math.max(1, Math.round((end + 1 - requested.from) / DAY))
  return {
    name: null,
    current: { from: requested.from, to: end - left },
    previous: { from: shift.from, to: shift.to - left },
    words: requested.words ?? '',
    before: days === 1 ? 'previous day' : `previous ${days} days`,
    query: { ...(from ? { from } : {}), ...(to ? { to } : {}) },
  }
}

function unfit(from: number | undefined, to: number, now: number): string | null {
  if (from === undefined) return null
  if (from > to) return 'The end date is before the start date.'
  if (from > now) return 'The range is in the future.'
  return to - from > LONGEST ? 'The range is limited to 5 years.' : null
}

function isRange(name: string): name is RangeName {
  return Object.hasOwn(RANGES, name)
}
