import { dayAfter, readTimestamp, startOfMonth } from './period.ts'
import { DAY, EARLIEST, HOUR, LATEST, partsOf, startOfDay } from './time.ts'

/** The first and the last second of a stretch of time. */
export type Span = { from: number; to: number }

/** What can be written for a time, for descriptions and errors. */
export const SPOKEN_EXAMPLES = '"yesterday", "last 7 days", "2026-11-22", ISO 8601 or Unix seconds'

/**
 * A time as people and models write it, in Unix seconds; null where it can't be read. Days are those of the zone. A day or a
 * longer period has two bounds.
 */
export function readSpokenTime(
  text: string,
  zone: string,
  now: number,
  edge: 'start' | 'end',
): number | null {
  const plain = normalized(text)
  const exact = readOffset(text.trim())
  if (exact !== null) return exact
  const span = readSpan(plain, zone, now)
  if (span) return edge === 'start' ? span.from : span.to
  return readTimestamp(plain, zone, now, edge)
}

/** A day or a longer period as people and models write it; null where it can't be read. */
export function readSpokenPeriod(text: string, zone: string, now: number): Span | null {
  const plain = normalized(text)
  const [, first, last] =
    /^(\d{4}-\d{2}-\d{2}) ?(?:to|until|\.\.|\/|-) ?(\d{4}-\d{2}-\d{2})$/.exec(plain) ?? []
  const from = readTimestamp(first ?? plain, zone, now, 'start')
  const to = readTimestamp(last ?? plain, zone, now, 'end')
  const span = readSpan(plain, zone, now) ?? (from === null || to === null ? null : { from, to })
  return span && span.from <= span.to ? span : null
}

function normalized(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', ' ').replace(/\s+/g, ' ')
}

/** ISO 8601 with an offset: it needs no zone. */
function readOffset(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i.test(text)) return null
  const at = Math.floor(Date.parse(text.replace(' ', 'T')) / 1000)
  return at >= EARLIEST && at <= LATEST ? at : null
}

/** Whole days and months by their names, and "last N days", which end with today. */
function readSpan(plain: string, zone: string, now: number): Span | null {
  const day = (days: number) => dayAfter(now, days, zone)
  const today = startOfDay(now, zone)
  const whole = (days: number): Span => ({ from: day(days), to: day(days + 1) - 1 })
  const { year, month } = partsOf(zone, now)
  const months = (from: number, to: number): Span => ({
    from: startOfMonth(year, month + from, zone),
    to: startOfMonth(year, month + to, zone) - 1,
  })
  // 0 is Sunday; a week begins on Monday.
  const weekday = (new Date(Date.UTC(year, month - 1, partsOf(zone, now).day)).getUTCDay() + 6) % 7
  const named: Record<string, Span> = {
    today: { from: today, to: day(1) - 1 },
    yesterday: whole(-1),
    tomorrow: whole(1),
    'day before yesterday': whole(-2),
    'this week': { from: day(-weekday), to: day(7 - weekday) - 1 },
    'last week': { from: day(-weekday - 7), to: day(-weekday) - 1 },
    'this month': months(0, 1),
    'last month': months(-1, 0),
  }
  if (Object.hasOwn(named, plain)) return named[plain] ?? null
  const [, amount, unit, ago] =
    /^(?:the )?(?:last |past )?(\d{1,3}) ?(days?|d|hours?|h|weeks?)( ago)?$/.exec(plain) ?? []
  if (!amount || !unit) return null
  const count = Number(amount)
  if (unit.startsWith('h')) return { from: now - count * HOUR, to: ago ? now - (count - 1) * HOUR : now }
  const days = unit.startsWith('w') ? count * 7 : count
  if (days < 1 || days * DAY > now - EARLIEST) return null
  return ago ? whole(-days) : { from: day(1 - days), to: day(1) - 1 }
}
