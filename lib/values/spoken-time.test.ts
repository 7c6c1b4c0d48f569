import { describe, expect, it } from 'vitest'
import { readSpokenPeriod, readSpokenTime } from './spoken-time.ts'

const ZONE = 'Asia/Kolkata'
/** Thursday 19 November 2026, 01:30 in India: still the day before in UTC. */
const NOW = Date.UTC(2026, 10, 18, 20, 0) / 1000
const at = (text: string) => Date.parse(text) / 1000
const start = (text: string) => readSpokenTime(text, ZONE, NOW, 'start')
const end = (text: string) => readSpokenTime(text, ZONE, NOW, 'end')

describe('a time in words', () => {
  it.each([
    ['today', '2026-11-19T00:00:00+05:30', '2026-11-19T23:59:59+05:30'],
    ['Yesterday', '2026-11-18T00:00:00+05:30', '2026-11-18T23:59:59+05:30'],
    ['tomorrow', '2026-11-20T00:00:00+05:30', '2026-11-20T23:59:59+05:30'],
    ['last 7 days', '2026-11-13T00:00:00+05:30', '2026-11-19T23:59:59+05:30'],
    ['last_7_days', '2026-11-13T00:00:00+05:30', '2026-11-19T23:59:59+05:30'],
    ['past 2 weeks', '2026-11-06T00:00:00+05:30', '2026-11-19T23:59:59+05:30'],
    ['3 days ago', '2026-11-16T00:00:00+05:30', '2026-11-16T23:59:59+05:30'],
    ['this week', '2026-11-16T00:00:00+05:30', '2026-11-22T23:59:59+05:30'],
    ['last week', '2026-11-09T00:00:00+05:30', '2026-11-15T23:59:59+05:30'],
    ['last month', '2026-10-01T00:00:00+05:30', '2026-10-31T23:59:59+05:30'],
    ['2026-11-03', '2026-11-03T00:00:00+05:30', '2026-11-03T23:59:59+05:30'],
  ])('%s has a first and a last second in the zone of the account', (text, first, last) => {
    expect([start(text), end(text)]).toEqual([at(first), at(last)])
    expect(readSpokenPeriod(text, ZONE, NOW)).toEqual({ from: at(first), to: at(last) })
  })

  it('is one second where it is exact', () => {
    for (const text of ['2026-11-03T10:00:00Z', '2026-11-03T15:30:00+05:30', '2026-11-03 10:00:00.25Z'])
      expect([start(text), end(text)]).toEqual([at('2026-11-03T10:00:00Z'), at('2026-11-03T10:00:00Z')])
    expect(start('1780272000')).toBe(1_780_272_000)
    expect(start('2026-11-03T10:00:05')).toBe(at('2026-11-03T10:00:05+05:30'))
    expect(start('last 6 hours')).toBe(NOW - 6 * 3600)
  })

  it('is null for anything else', () => {
    for (const text of [
      '',
      'soon',
      '2026-02-30',
      'last 0 days',
      '99999-01-01',
      'last days',
      '2026-13-01T00:00:00Z',
    ])
      expect([start(text), end(text)], text).toEqual([null, null])
    expect(readSpokenPeriod('2026-11-05 to 2026-11-03', ZONE, NOW)).toBeNull()
  })

  it('is a range of dates', () => {
    expect(readSpokenPeriod('2026-11-03 to 2026-11-05', ZONE, NOW)).toEqual({
      from: at('2026-11-03T00:00:00+05:30'),
      to: at('2026-11-05T23:59:59+05:30'),
    })
  })
})
