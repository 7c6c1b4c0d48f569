import { describe, expect, it } from 'vitest'
import {
  ageText,
  clockText,
  dateText,
  durationText,
  fullTimestampText,
  timestampText,
  zoneText,
} from './time-text.ts'

const INDIA = 'Asia/Kolkata'
/** 3 November 2026, 12:04:05 in India; 06:34:05 UTC. */
const NOON = Date.UTC(2026, 10, 3, 6, 34, 5) / 1000

describe('a timestamp in a list', () => {
  it('says the clock and "today" on the same day', () => {
    expect(timestampText(NOON, INDIA, NOON + 60)).toBe('12:04 today')
  })
  it('takes the day from the reader’s zone', () => {
    const lateInIndia = Date.UTC(2026, 10, 3, 18, 0) / 1000
    const pastMidnight = lateInIndia + 3600
    expect(timestampText(lateInIndia, INDIA, pastMidnight)).toBe('3 Nov, 23:30')
    expect(timestampText(lateInIndia, 'UTC', pastMidnight)).toBe('18:00 today')
  })
  it('says the year when it is another one', () => {
    expect(timestampText(NOON, INDIA, NOON + 365 * 86_400)).toBe('3 Nov 2026, 12:04')
  })
})

describe('a timestamp on its own', () => {
  it('has the date, the clock and the zone', () => {
    expect(fullTimestampText(NOON, INDIA)).toBe('3 Nov 2026, 12:04 IST')
    expect(fullTimestampText(NOON, 'UTC', { seconds: true })).toBe('3 Nov 2026, 06:34:05 UTC')
    expect(dateText(NOON, INDIA)).toBe('3 Nov 2026')
  })
  it('writes midnight as 00:00', () => {
    expect(clockText(Date.UTC(2026, 10, 3) / 1000, 'UTC')).toBe('00:00')
  })
  it.each([
    [INDIA, 'IST'],
    ['UTC', 'UTC'],
    ['Asia/Singapore', 'GMT+8'],
  ])('knows %s as %s', (zone, name) => {
    expect(zoneText(zone, NOON)).toBe(name)
  })
})

describe('an age', () => {
  it.each([
    [3, 'just now'],
    [45, '45 s ago'],
    [60, '1 m ago'],
    [3599, '59 m ago'],
    [3600, '1 h ago'],
    [5400, '1 h 30 m ago'],
    [86_400 + 4 * 3600 + 59 * 60, '1 d 4 h ago'],
  ])('of %d seconds is %s', (seconds, text) => {
    expect(ageText(NOON - seconds, NOON)).toBe(text)
  })
  it('looks ahead too', () => {
    expect(ageText(NOON + 100_800, NOON)).toBe('in 1 d 4 h')
    expect(durationText(59)).toBe('59 s')
  })
})
