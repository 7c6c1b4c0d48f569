import { DAY, EARLIEST, HOUR, LATEST, MINUTE, type Parts, partsOf, secondsOf } from '#lib/values/time.ts'

/** The first and the last second of a stretch of time. */
export type Span = { from: number; to: number }

/** What can be written for a time, for descriptions and errors. */
export const SPOKEN_EXAMPLES =
  '"yesterday", "last Monday", "last 7 days", "3 days ago", "24 Nov 2026", "2026-11-24 18:00", ISO 8601 or Unix seconds; "24/11/2026" is day first'

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
  const span = spanOf(text, { zone, now })
  if (!span) return null
  return edge === 'start' ? span.from : span.to
}

/** A day or a longer period as people and models write it, or "… to …"; null where it can't be read. */
export function readSpokenPeriod(text: string, zone: string, now: number): Span | null {
  const place = { zone, now }
  const whole = spanOf(text, place)
  if (whole || text.length > 2 * LONGEST) return whole
  const [, first = '', last = ''] =
    /^(\d{4}-\d{2}-\d{2})[-/](\d{4}-\d{2}-\d{2})$/.exec(text.trim()) ??
    /^(?:between |from )?(.+?)(?: (?:to|until|and|-|–) |\.\.)(.+)$/i.exec(text.trim()) ??
    []
  const [from, to] = [spanOf(first, place)?.from, spanOf(last, place)?.to]
  return from !== undefined && to !== undefined && from <= to ? { from, to } : null
}

type Place = { zone: string; now: number }
type Reader = (text: string, place: Place) => Span | null

const LONGEST = 80

function spanOf(text: string, place: Place): Span | null {
  if (text.length > LONGEST) return null
  const exact = withOffset(text.trim())
  if (exact) return exact
  const plain = normalized(text)
  for (const read of READERS) {
    const span = read(plain, place)
    if (span) return span.from >= EARLIEST && span.to <= LATEST ? span : null
  }
  return null
}

/** "Last-Monday", "Nov 24, 2026" and "since the 24th of November" without what says nothing. */
function normalized(text: string): string {
  return text
    .toLowerCase()
    .replace(/[_,]/g, ' ')
    .replace(/(?<=[a-z])-|-(?=[a-z])/g, ' ')
    .replace(/\b(an?|one|two|three|four|five|six|seven|ten|twelve)\b/g, (word) => NUMBERS[word] ?? word)
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/g, '')
    .replace(/\b(?:the (?=week|month|year|quarter))/g, 'this ')
    .replace(/\b(?:the|of|on|at)\b/g, ' ')
    .replace(/^\s*(?:since|from|until|till|by)\b/, '')
    .replace(/\s+/g, ' ')
    .trim()
}
const NUMBERS: Record<string, string> = {
  a: '1',
  an: '1',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  ten: '10',
  twelve: '12',
}

/** ISO 8601 with an offset: it needs no zone. */
function withOffset(text: string): Span | null {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i.test(text)) return null
  const at = Math.floor(Date.parse(text.replace(' ', 'T')) / 1000)
  return at >= EARLIEST && at <= LATEST ? { from: at, to: at } : null
}

const READERS: readonly Reader[] = [secondsIn, hoursIn, clockIn, daysIn]

/** Unix seconds, and "now". */
function secondsIn(text: string, { now }: Place): Span | null {
  if (text === 'now') return { from: now, to: now }
  return /^\d{9,10}$/.test(text) ? { from: Number(text), to: Number(text) } : null
}

/** "last 6 hours", "1 hour ago", "next 24 hours", "in 30 minutes". */
function hoursIn(text: string, { now }: Place): Span | null {
  const [, way, amount, unit, after] =
    /^(?:(last|past|next|in) ?)?(\d{1,4})? ?(h|hours?|hrs?|minutes?|mins?)( ago| from now)?$/.exec(text) ?? []
  if (!unit || (amount === undefined && way !== 'last' && way !== 'past' && way !== 'next')) return null
  if (way && after) return null
  const one = unit.startsWith('h') ? HOUR : MINUTE
  const length = Number(amount ?? 1) * one
  if (way === 'in' || after === ' from now') return { from: now + length, to: now + length }
  if (way === 'next') return { from: now, to: now + length }
  return { from: now - length, to: after === ' ago' ? now - length + one : now }
}

/** A day with a time: "yesterday 18:00", "24 nov 2026 6 pm", "2026-11-24t18:00:05". */
function clockIn(text: string, place: Place): Span | null {
  const [, day = '', hours = '', minutes, seconds, half] =
    /^(.+?)(?: |(?<=\d)t)(\d{1,2})(?::(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)? ?([ap]m)?$/.exec(text) ?? []
  if (minutes === undefined && half === undefined) return null
  const days = daysOf(day, place)
  if (!days || days.first !== days.last) return null
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half)
  const [minute, second] = [Number(minutes ?? 0), Number(seconds ?? 0)]
  if (hour === null || hour > 23 || minute > 59 || second > 59) return null
  const from = secondsOf({ ...dateOf(days.first), hour, minute, second }, place.zone)
  return { from, to: seconds === undefined ? from + MINUTE - 1 : from }
}

function hourOf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}

/** Whole days: a date, or a period by its name. */
function daysIn(text: string, place: Place): Span | null {
  const days = daysOf(text, place)
  if (!days) return null
  const [from, end] = [days.first, days.last + 1].map((day) =>
    secondsOf({ ...dateOf(day), hour: 0, minute: 0, second: 0 }, place.zone),
  )
  return from === undefined || end === undefined ? null : { from, to: end - 1 }
}

/** Dates are counted in days since 1 January 1970, whatever the zone. */
type Days = { first: number; last: number }

function dayOf(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / 1000 / DAY)
}

function dateOf(day: number): Pick<Parts, 'year' | 'month' | 'day'> {
  const date = new Date(day * DAY * 1000)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** A date that the calendar has. */
function realDay(year: number, month: number, day: number): number | null {
  const found = dayOf(year, month, day)
  const date = dateOf(found)
  return date.year === year && date.month === month && date.day === day ? found : null
}

/** Whole months from `first` to `last`; those outside of 1 to 12 belong to the years before and after. */
const monthsOf = (year: number, first: number, last = first): Days => ({
  first: dayOf(year, first, 1),
  last: dayOf(year, last + 1, 1) - 1,
})
const single = (day: number | null): Days | null => (day === null ? null : { first: day, last: day })

/** The same date some months later, or the last day of a month that has none. */
function monthsAfter(day: number, months: number): number {
  const date = dateOf(day)
  const { first, last } = monthsOf(date.year, date.month + months)
  return Math.min(first + date.day - 1, last)
}

/** 0 is Monday, with which a week begins. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7

function daysOf(text: string, { zone, now }: Place): Days | null {
  const { year, month, day } = partsOf(zone, now)
  const today = dayOf(year, month, day)
  const [, edge, whole] = /^(start|beginning|end) (.+)$/.exec(text) ?? []
  if (edge && whole) {
    const days = daysOf(whole, { zone, now })
    return days && single(edge === 'end' ? days.last : days.first)
  }
  return (
    namedDays(text, today) ??
    weekday(text, today) ??
    counted(text, today) ??
    monthOrYear(text, today) ??
    single(writtenDate(text, today) ?? numericDate(text, zone))
  )
}

function namedDays(text: string, today: number): Days | null {
  const { year, month } = dateOf(today)
  const days: Record<string, number> = {
    today: 0,
    yesterday: -1,
    tomorrow: 1,
    'day before yesterday': -2,
    'day after tomorrow': 2,
  }
  if (Object.hasOwn(days, text)) return single(today + (days[text] ?? 0))
  const toDate: Record<string, number> = {
    mtd: dayOf(year, month, 1),
    'month to date': dayOf(year, month, 1),
    ytd: dayOf(year, 1, 1),
    'year to date': dayOf(year, 1, 1),
    'week to date': today - weekdayOf(today),
  }
  const since = text.replace(/^this /, '')
  if (Object.hasOwn(toDate, since)) return { first: toDate[since] ?? today, last: today }
  const [, which, unit] =
    /^(this|current|last|previous|next|coming) (week|month|quarter|year)$/.exec(text) ?? []
  if (!which || !unit) return null
  const step = /^(?:last|previous)$/.test(which) ? -1 : /^(?:next|coming)$/.test(which) ? 1 : 0
  const monday = today - weekdayOf(today) + 7 * step
  const quarter = 3 * Math.floor((month - 1) / 3) + 1 + 3 * step
  if (unit === 'week') return { first: monday, last: monday + 6 }
  if (unit === 'month') return monthsOf(year, month + step)
  return unit === 'quarter' ? monthsOf(year, quarter, quarter + 2) : monthsOf(year + step, 1, 12)
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const WEEKDAY =
  '(mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)'
const IS_WEEKDAY = new RegExp(`^(?:(this|last|past|previous|next|coming) )?${WEEKDAY}$`)
const AFTER_WEEKDAY = new RegExp(`^${WEEKDAY} (.+)$`)
const weekdayNumber = (name: string) => WEEKDAYS.indexOf(name.slice(0, 3))

/** "monday" is the latest one, today included; "last monday" is before today, "next monday" after it. */
function weekday(text: string, today: number): Days | null {
  const [, which, name = ''] = IS_WEEKDAY.exec(text) ?? []
  const wanted = weekdayNumber(name)
  if (wanted < 0) return null
  const back = (weekdayOf(today) - wanted + 7) % 7
  if (which === undefined) return single(today - back)
  if (which === 'this') return single(today - weekdayOf(today) + wanted)
  if (which === 'next' || which === 'coming') return single(today - back + 7)
  return single(today - (back === 0 ? 7 : back))
}

/** "last 7 days" end with today, "next 7 days" begin with it; "3 weeks ago" and "in 2 days" are one day. */
function counted(text: string, today: number): Days | null {
  const [, way, amount, unit, after] =
    /^(?:(last|past|previous|next|in) ?)?(\d{1,3})? ?(days?|d|weeks?|months?|years?)( ago| from now)?$/.exec(
      text,
    ) ?? []
  // "last week" is a week of the calendar, "past week" the last 7 days.
  if (!unit || (amount === undefined && way !== 'past') || (way && after)) return null
  const count = Number(amount ?? 1)
  if (count < 1) return null
  const away = (by: number) =>
    unit.startsWith('d')
      ? today + by
      : unit.startsWith('w')
        ? today + 7 * by
        : monthsAfter(today, unit.startsWith('y') ? 12 * by : by)
  if (way === 'in' || after === ' from now') return single(away(count))
  if (after === ' ago') return single(away(-count))
  if (way === 'next') return { first: today, last: away(count) - 1 }
  return { first: away(-count) + 1, last: today }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const IS_MONTH = new RegExp(`^${MONTH}(?: (\\d{4}))?$`)
const DAY_MONTH = new RegExp(`^(\\d{1,2}) ${MONTH}(?: (\\d{4}))?$`)
const MONTH_DAY = new RegExp(`^${MONTH} (\\d{1,2})(?: (\\d{4}))?$`)
const monthNumber = (name: string) => MONTHS.indexOf(name.slice(0, 3)) + 1

/** "november 2026", "2026-11" and "2026"; "november" alone is the latest that has begun. */
function monthOrYear(text: string, today: number): Days | null {
  const [whole] = /^(?:20|21)\d{2}$/.exec(text) ?? []
  if (whole) return monthsOf(Number(whole), 1, 12)
  const [, isoYear, isoMonth] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (isoYear) return monthsOf(Number(isoYear), Number(isoMonth))
  const [, name = '', year] = IS_MONTH.exec(text) ?? []
  const month = monthNumber(name)
  if (month === 0) return null
  const present = dateOf(today)
  return monthsOf(year ? Number(year) : present.year - (month > present.month ? 1 : 0), month)
}

/** "24 nov 2026", "november 24 2026", also after its weekday. Without a year, the latest or one within a month from now. */
function writtenDate(text: string, today: number): number | null {
  const [, named, rest = text] = AFTER_WEEKDAY.exec(text) ?? []
  const date = namedDate(rest, today) ?? (named === undefined ? null : isoDate(rest))
  const fits = named === undefined || (date !== null && weekdayOf(date) === weekdayNumber(named))
  return fits ? date : null
}

function namedDate(text: string, today: number): number | null {
  const dayFirst = DAY_MONTH.exec(text)
  const monthFirst = MONTH_DAY.exec(text)
  const day = Number(dayFirst?.[1] ?? monthFirst?.[2])
  const month = monthNumber(dayFirst?.[2] ?? monthFirst?.[1] ?? '')
  if (month === 0) return null
  const year = dayFirst?.[3] ?? monthFirst?.[3]
  if (year) return realDay(Number(year), month, day)
  const present = dateOf(today).year
  const found = realDay(present, month, day)
  return found !== null && found > monthsAfter(today, 1) ? realDay(present - 1, month, day) : found
}

function isoDate(text: string): number | null {
  const [, year, month, day] = /^(\d{4})([-/])(\d{2})\2(\d{2})$/.exec(text)?.filter((_, at) => at !== 2) ?? []
  return year ? realDay(Number(year), Number(month), Number(day)) : null
}

/**
 * Dates of numbers alone: the year first, or the day first. In American zones, where the month comes first, only those
 * that have one reading.
 */
function numericDate(text: string, zone: string): number | null {
  const iso = isoDate(text)
  if (iso !== null) return iso
  const [, one, , other, year] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(text) ?? []
  if (!one) return null
  const dayFirst = realDay(Number(year), Number(other), Number(one))
  if (!/^(?:America|US)\//.test(zone)) return dayFirst
  const monthFirst = realDay(Number(year), Number(one), Number(other))
  if (dayFirst === null || monthFirst === null || dayFirst === monthFirst) return dayFirst ?? monthFirst
  return null
}
