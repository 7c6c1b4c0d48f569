import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter, partsOf, secondsOf, startOfDay } from '#lib/values/time.ts'
import { readSpokenPeriod, readSpokenTime } from './spoken-time.ts'

const ZONE = 'Asia/Kolkata'
/** Thursday 19 November 2026, 01:30 in India: still the day before in UTC. */
const NOW = Date.UTC(2026, 10, 18, 20, 0) / 1000
const at = (text: string) => Date.parse(text) / 1000
const start = (text: string) => readSpokenTime(text, ZONE, NOW, 'start')
const end = (text: string) => readSpokenTime(text, ZONE, NOW, 'end')
/** The dates of a time in India, as they are read. */
const days = (text: string, zone = ZONE, now = NOW) => {
  const span = readSpokenPeriod(text, zone, now)
  if (!span) return null
  expect([startOfDay(span.from, zone), dayAfter(span.to, 1, zone) - 1], text).toEqual([span.from, span.to])
  const [from, to] = [span.from, span.to].map((second) => {
    const { year, month, day } = partsOf(zone, second)
    return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  })
  return from === to ? from : `${from} ${to}`
}

describe('a time in words', () => {
  it.each([
    ['today', '2026-11-19'],
    ['Yesterday', '2026-11-18'],
    ['tomorrow', '2026-11-20'],
    ['the day before yesterday', '2026-11-17'],
    ['last 7 days', '2026-11-13 2026-11-19'],
    ['last_7_days', '2026-11-13 2026-11-19'],
    ['past 2 weeks', '2026-11-06 2026-11-19'],
    ['past week', '2026-11-13 2026-11-19'],
    ['last 3 months', '2026-08-20 2026-11-19'],
    ['next 7 days', '2026-11-19 2026-11-25'],
    ['3 days ago', '2026-11-16'],
    ['a week ago', '2026-11-12'],
    ['two weeks ago', '2026-11-05'],
    ['a month ago', '2026-10-19'],
    ['a year ago', '2025-11-19'],
    ['in 2 days', '2026-11-21'],
    ['this week', '2026-11-16 2026-11-22'],
    ['last week', '2026-11-09 2026-11-15'],
    ['next week', '2026-11-23 2026-11-29'],
    ['last month', '2026-10-01 2026-10-31'],
    ['next month', '2026-12-01 2026-12-31'],
    ['this quarter', '2026-10-01 2026-12-31'],
    ['last quarter', '2026-07-01 2026-09-30'],
    ['this year', '2026-01-01 2026-12-31'],
    ['last year', '2025-01-01 2025-12-31'],
    ['year to date', '2026-01-01 2026-11-19'],
    ['month to date', '2026-11-01 2026-11-19'],
    ['start of the month', '2026-11-01'],
    ['end of last month', '2026-10-31'],
    ['thursday', '2026-11-19'],
    ['last Thursday', '2026-11-12'],
    ['next thursday', '2026-11-26'],
    ['Monday', '2026-11-16'],
    ['last Monday', '2026-11-16'],
    ['last-monday', '2026-11-16'],
    ['since Friday', '2026-11-13'],
    ['this friday', '2026-11-20'],
    ['next Mon', '2026-11-23'],
    ['2026', '2026-01-01 2026-12-31'],
    ['2026-02', '2026-02-01 2026-02-28'],
    ['February 2024', '2024-02-01 2024-02-29'],
    ['October', '2026-10-01 2026-10-31'],
    ['December', '2025-12-01 2025-12-31'],
    ['2026-11-03', '2026-11-03'],
    ['2026/11/03', '2026-11-03'],
    ['24 Nov 2026', '2026-11-24'],
    ['24-Nov-2026', '2026-11-24'],
    ['November 24, 2026', '2026-11-24'],
    ['Nov 24 2026', '2026-11-24'],
    ['the 24th of November 2026', '2026-11-24'],
    ['Tuesday, 24 November 2026', '2026-11-24'],
    ['24 Nov', '2026-11-24'],
    ['30 Dec', '2025-12-30'],
    ['24/11/2026', '2026-11-24'],
    ['3/4/2026', '2026-04-03'],
    ['03.04.2026', '2026-04-03'],
  ])('%s is %s', (text, dates) => {
    expect(days(text)).toBe(dates)
    const [from = '', to = from] = dates.split(' ')
    expect([start(text), end(text)]).toEqual([at(`${from}T00:00:00+05:30`), at(`${to}T23:59:59+05:30`)])
  })

  it('is one second or one minute where it is exact', () => {
    for (const text of ['2026-11-03T10:00:00Z', '2026-11-03T15:30:00+05:30', '2026-11-03 10:00:00.25Z'])
      expect([start(text), end(text)]).toEqual([at('2026-11-03T10:00:00Z'), at('2026-11-03T10:00:00Z')])
    expect([start('1781505000'), end('1781505000')]).toEqual([1_781_505_000, 1_781_505_000])
    expect([start('now'), end('Now')]).toEqual([NOW, NOW])
    expect(start('2026-11-03T10:00:05')).toBe(at('2026-11-03T10:00:05+05:30'))
    for (const text of [
      '2026-11-03T12:00',
      '2026-11-03 12:00',
      '3 Nov 2026, 12:00',
      '3/11/2026 at 12 pm',
      'Nov 3 2026 12:00 pm',
    ])
      expect([start(text), end(text)], text).toEqual([
        at('2026-11-03T12:00:00+05:30'),
        at('2026-11-03T12:00:59+05:30'),
      ])
    expect(start('yesterday at 6 pm')).toBe(at('2026-11-18T18:00:00+05:30'))
    expect(start('last Monday 12:15 am')).toBe(at('2026-11-16T00:15:00+05:30'))
  })

  it('is counted from now in hours and minutes', () => {
    expect([start('last 6 hours'), end('last 6 hours')]).toEqual([NOW - 6 * 3600, NOW])
    expect([start('an hour ago'), end('next 24 hours')]).toEqual([NOW - 3600, NOW + 86_400])
    expect([start('in 30 minutes'), end('in 30 minutes')]).toEqual([NOW + 1800, NOW + 1800])
  })

  it('is null for anything else', () => {
    for (const text of [
      '',
      'soon',
      'never',
      'last',
      'last days',
      'last 0 days',
      'ago',
      'days',
      'in',
      'week',
      '99',
      '12:00',
      '2026-02-30',
      '2026-13-01',
      '2026-13',
      '30 Feb 2026',
      '99999-01-01',
      '1 Jan 1999',
      '24/11/26',
      '2026-13-01T00:00:00Z',
      '2026-11-03 25:00',
      'today 13 pm',
      'last 7 days 10:00',
      '0 Nov 2026',
      // Day first: there is no month 24. And 24 November 2026 is a Tuesday.
      '11/24/2026',
      'Monday, 24 Nov 2026',
      'janember 2026',
      'last 7 days ago',
      'x'.repeat(100_000),
    ])
      expect([start(text), end(text)], text.slice(0, 40)).toEqual([null, null])
    expect(readSpokenPeriod('2026-11-05 to 2026-11-03', ZONE, NOW)).toBeNull()
    expect(readSpokenPeriod('soon to never', ZONE, NOW)).toBeNull()
  })

  it.each([
    '2026-11-03 to 2026-11-05',
    '2026-11-03..2026-11-05',
    '2026-11-03/2026-11-05',
    'from 3 Nov to 5 Nov',
    'between November 3, 2026 and November 5, 2026',
    '3/11/2026 - 5/11/2026',
  ])('%s is a range of dates', (text) => {
    expect(days(text)).toBe('2026-11-03 2026-11-05')
  })
})

describe('a date of numbers alone', () => {
  it('is day first, and in American zones read only where it has one reading', () => {
    expect(days('03/04/2026', 'Asia/Singapore')).toBe('2026-04-03')
    const american = (text: string) => days(text, 'America/New_York')
    expect(american('03/04/2026')).toBeNull()
    expect(american('11/24/2026')).toBe('2026-11-24')
    expect(american('24/11/2026')).toBe('2026-11-24')
    expect(american('05/05/2026')).toBe('2026-05-05')
    expect(american('31/02/2026')).toBeNull()
  })
})

describe('a day in any zone', () => {
  const zones = [
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Adelaide',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'America/New_York',
    'Pacific/Apia',
    'UTC',
    'Pacific/Marquesas',
  ]
  const places = fc.record({
    zone: fc.constantFrom(...zones),
    now: fc.integer({ min: at('2012-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') }),
  })

  it('reads what it is called in each way the same', () => {
    const name = (zone: string, second: number, options: Intl.DateTimeFormatOptions, locale = 'en-GB') =>
      new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(second * 1000)
    fc.assert(
      fc.property(places, ({ zone, now }) => {
        const { year, month, day } = partsOf(zone, now)
        const from = secondsOf({ year, month, day, hour: 0, minute: 0, second: 0 }, zone)
        const today = { from, to: dayAfter(from, 1, zone) - 1 }
        for (const text of [
          'today',
          name(zone, now, { day: 'numeric', month: 'short', year: 'numeric' }),
          name(zone, now, { day: 'numeric', month: 'long', year: 'numeric' }, 'en-US'),
          name(zone, now, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
          name(zone, now, { day: 'numeric', month: 'long' }),
          name(zone, now, { weekday: 'long' }),
          `this ${name(zone, now, { weekday: 'short' })}`,
          `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
        ])
          expect(readSpokenPeriod(text, zone, now), text).toEqual(today)
      }),
      { numRuns: 200 },
    )
  })

  it('joins the one before: yesterday ends where today begins, last Monday is in the last 7 days', () => {
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 400 }), ({ zone, now }, count) => {
        const read = (text: string) => {
          const span = readSpokenPeriod(text, zone, now)
          if (!span) throw new Error(`${text} was not read.`)
          return span
        }
        expect(read('yesterday').to + 1).toBe(read('today').from)
        expect(read('today').to + 1).toBe(read('tomorrow').from)
        for (const unit of ['week', 'month', 'quarter', 'year']) {
          expect(read(`last ${unit}`).to + 1).toBe(read(`this ${unit}`).from)
          expect(read(`this ${unit}`).to + 1).toBe(read(`next ${unit}`).from)
          expect(read(`this ${unit}`).from).toBeLessThanOrEqual(now)
          expect(read(`this ${unit}`).to).toBeGreaterThanOrEqual(now)
        }
        expect(read(`${count} days ago`)).toEqual({
          from: dayAfter(now, -count, zone),
          to: dayAfter(now, 1 - count, zone) - 1,
        })
        expect(read(`last ${count} days`)).toEqual({
          from: read(count === 1 ? 'today' : `${count - 1} days ago`).from,
          to: read('today').to,
        })
        for (const weekday of ['monday', 'wednesday', 'sunday']) {
          expect(read(`last ${weekday}`).from).toBe(
            dayAfter(read(`next ${weekday}`).from, isToday(weekday) ? -14 : -7, zone),
          )
          expect(read(`last ${weekday}`).from).toBeGreaterThanOrEqual(read('7 days ago').from)
          expect(read(`last ${weekday}`).to).toBeLessThan(read('today').from)
        }
        function isToday(weekday: string) {
          return read(weekday).from === read('today').from
        }
      }),
      { numRuns: 200 },
    )
  })

  it('is a span whose first second is not after its last, or nothing, whatever the text', () => {
    const words = fc.constantFrom(
      'last',
      'next',
      'this',
      'in',
      'ago',
      'monday',
      'nov',
      '24',
      '2026',
      '7',
      'days',
      'month',
      'start',
      'of',
      'to',
      '/',
      '-',
      'hours',
      '18:00',
      'pm',
      'a',
      'year',
      '31',
      'feb',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), places, (parts, { zone, now }) => {
        const span = readSpokenPeriod(parts.join(' '), zone, now)
        if (span) expect(span.from).toBeLessThanOrEqual(span.to)
      }),
      { numRuns: 1000 },
    )
  })
})
