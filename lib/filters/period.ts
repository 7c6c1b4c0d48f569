import { DAY, dayAfter, MINUTE, partsOf, secondsOf, startOfDay, startOfMonth } from '#lib/values/time.ts'
import { clockText, dateText, isoDate } from '#lib/values/time-text.ts'
import { readSpokenTime, SPOKEN_EXAMPLES } from './spoken-time.ts'

/** The named periods, and their labels. */
export const PERIODS = {
  today: 'today',
  yesterday: 'yesterday',
  '7d': 'last 7 days',
  '28d': 'last 28 days',
  month: 'this month',
  last_month: 'last month',
} as const
type PeriodName = keyof typeof PERIODS

/** Both ends are inclusive; an absent end is open. Unix seconds. */
type Period = { from?: number; to?: number }

/** A named period as of now, with days in the reader's zone. A period up to the present has no end. */
export function namedPeriod(name: PeriodName, zone: string, now: number): Period {
  const { year, month } = partsOf(zone, now)
  switch (name) {
    case 'today':
      return { from: startOfDay(now, zone) }
    case 'yesterday':
      return { from: dayAfter(now, -1, zone), to: startOfDay(now, zone) - 1 }
    case '7d':
      return { from: dayAfter(now, -6, zone) }
    case '28d':
      return { from: dayAfter(now, -27, zone) }
    case 'month':
      return { from: startOfMonth(year, month, zone) }
    case 'last_month':
      return { from: startOfMonth(year, month - 1, zone), to: startOfMonth(year, month, zone) - 1 }
  }
}

/** The period in the URL of a list, parsed and described. */
type ReadPeriod = Period & {
  /** "last 7 days", "since 3 Nov 2026", or null without a period. */
  words: string | null
  /** A sentence about an invalid value. */
  problem?: string
}

/** The search params with a named period as the days that it is now: what is exported keeps its bounds. */
export function withDates(query: Record<string, string>, zone: string, now: number): Record<string, string> {
  const { period, ...others } = query
  if (period === undefined || !isPeriodName(period) || query.from || query.to) return query
  const { from, to = now } = namedPeriod(period, zone, now)
  return { ...others, ...(from === undefined ? {} : { from: isoDate(from, zone) }), to: isoDate(to, zone) }
}

/**
 * Reads `period` (a name) or `from` and `to` of a URL. These two accept what readSpokenTime reads; a day or a
 * longer period as an end includes all of it.
 */
export function readPeriod(
  query: { period?: string; from?: string; to?: string },
  zone: string,
  now: number,
): ReadPeriod {
  if (query.from || query.to) return readRange(query.from, query.to, zone, now)
  const name = query.period
  if (!name) return { words: null }
  if (!isPeriodName(name)) return { words: name, problem: `Unknown period "${name}".` }
  return { ...namedPeriod(name, zone, now), words: PERIODS[name] }
}

function isPeriodName(text: string): text is PeriodName {
  return Object.hasOwn(PERIODS, text)
}

function readRange(from: string | undefined, to: string | undefined, zone: string, now: number): ReadPeriod {
  const start = from ? readSpokenTime(from, zone, now, 'start') : undefined
  const end = to ? readSpokenTime(to, zone, now, 'end') : undefined
  const wrong = start === null ? from : end === null ? to : undefined
  if (wrong !== undefined) {
    return {
      words: wrong,
      problem: `"${wrong}" is not a date or time. Enter ${SPOKEN_EXAMPLES}.`,
    }
  }
  return {
    ...(typeof start === 'number' ? { from: start } : {}),
    ...(typeof end === 'number' ? { to: end } : {}),
    words: periodInWords(start ?? undefined, end ?? undefined, zone),
  }
}

/** "3 Nov 2026 to 5 Nov 2026", "since 3 Nov 2026, 12:00", "until …", "3 Nov 2026". */
function periodInWords(from: number | undefined, to: number | undefined, zone: string): string {
  if (from === undefined) return to === undefined ? '' : `until ${endText(to, zone, 'end')}`
  if (to === undefined) return `since ${endText(from, zone, 'start')}`
  const [first, last] = [endText(from, zone, 'start'), endText(to, zone, 'end')]
  return first === last ? first : `${first} to ${last}`
}

/** Whole days are shown as dates, anything else with the time. */
function endText(at: number, zone: string, edge: 'start' | 'end'): string {
  const whole = edge === 'start' ? startOfDay(at, zone) === at : dayAfter(at, 1, zone) - 1 === at
  return whole
    ? dateText(at, zone)
    : `${dateText(at, zone)}, ${clockText(at, zone, at % MINUTE !== 0 && at % MINUTE !== MINUTE - 1)}`
}

/**
 * The same elapsed part of the period before: month-to-date is compared with as much of last month, never with all of
 * it.
 */
export function previousPeriod(
  name: PeriodName | null,
  period: { from: number; to: number },
  zone: string,
): { from: number; to: number } {
  if (name !== 'month') {
    const days =
      name === 'today'
        ? 1
        : name === '7d'
          ? 7
          : name === '28d'
            ? 28
            : Math.max(1, Math.round((dayAfter(period.to, 1, zone) - period.from) / DAY))
    return { from: shifted(period.from, -days, zone), to: shifted(period.to, -days, zone) }
  }
  const start = partsOf(zone, period.from)
  const end = partsOf(zone, period.to)
  const from = startOfMonth(start.year, start.month - 1, zone)
  // The 31st has no counterpart in a shorter month, which is then compared as a whole.
  return { from, to: Math.min(secondsOf({ ...end, month: end.month - 1 }, zone), period.from - 1) }
}

/** The same local time, some days later. */
function shifted(at: number, days: number, zone: string): number {
  const parts = partsOf(zone, at)
  return secondsOf({ ...parts, day: parts.day + days }, zone)
}
