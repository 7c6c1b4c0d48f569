import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, EARLIEST, HOUR, LATEST, offsetOf, partsOf, secondsOf, startOfDay } from './time.ts'
import { Timestamp } from './timestamp.ts'

const ZONES = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Kuala_Lumpur',
  'America/New_York',
  'America/Los_Angeles',
  'Europe/Berlin',
  // Half and quarter hours, both sides of the date line, and clocks that change at midnight.
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Havana',
]
const zone = fc.constantFrom(...ZONES)
/** The years that matter. */
const moment = fc.integer({ min: Date.UTC(2014, 0, 1) / 1000, max: Date.UTC(2039, 0, 1) / 1000 })
/** Every hour of the days on which clocks change somewhere, where mistakes hide. */
const nearChange = fc
  .constantFrom(
    Date.UTC(2026, 2, 8),
    Date.UTC(2026, 10, 1),
    Date.UTC(2026, 2, 29),
    Date.UTC(2026, 9, 25),
    Date.UTC(2026, 3, 24),
    Date.UTC(2026, 9, 30),
    Date.UTC(2026, 3, 5),
    Date.UTC(2026, 9, 4),
  )
  .chain((day) => fc.integer({ min: day / 1000 - DAY, max: day / 1000 + 2 * DAY }))
const anyMoment = fc.oneof(moment, nearChange)

describe('time zones', () => {
  it.each([
    ['Asia/Kolkata', 1_781_505_000, { year: 2026, month: 6, day: 15, hour: 12, minute: 0, second: 0 }],
    ['UTC', 1_781_505_000, { year: 2026, month: 6, day: 15, hour: 6, minute: 30, second: 0 }],
    ['Asia/Kolkata', 1_767_205_799, { year: 2025, month: 12, day: 31, hour: 23, minute: 59, second: 59 }],
    ['Asia/Kolkata', 1_767_205_800, { year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0 }],
    ['America/New_York', 1_772_953_200, { year: 2026, month: 3, day: 8, hour: 3, minute: 0, second: 0 }],
  ])('reads the clock of %s at %d', (of, at, parts) => {
    expect(partsOf(of, at)).toEqual(parts)
  })

  it('reads what Intl reads, in every zone, on days on which clocks change too', () => {
    const every = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    fc.assert(
      fc.property(every, fc.oneof(fc.integer({ min: EARLIEST, max: LATEST }), nearChange), (of, at) => {
        const format = new Intl.DateTimeFormat('en-GB', {
          timeZone: of,
          dateStyle: 'short',
          timeStyle: 'medium',
        })
        const two = (number: number) => String(number).padStart(2, '0')
        const { year, month, day, hour, minute, second } = partsOf(of, at)
        const read = `${two(day)}/${two(month)}/${year}, ${two(hour)}:${two(minute)}:${two(second)}`
        expect(read).toBe(format.format(at * 1000))
      }),
      { numRuns: 2000 },
    )
  })

  it('returns the time of a reading, one of the two where the clocks went back', () => {
    fc.assert(
      fc.property(zone, anyMoment, (of, at) => {
        const again = secondsOf(partsOf(of, at), of)
        expect(partsOf(of, again)).toEqual(partsOf(of, at))
        expect(Math.abs(again - at)).toBeLessThanOrEqual(HOUR)
      }),
      { numRuns: 3000 },
    )
  })

  it('is never more than 14 hours off', () => {
    fc.assert(
      fc.property(zone, anyMoment, (of, at) => {
        expect(Math.abs(offsetOf(of, at) % (15 * 60))).toBe(0)
        expect(Math.abs(offsetOf(of, at))).toBeLessThanOrEqual(14 * HOUR)
      }),
    )
  })

  it('begins a day with its first second: that one is in the day, the one before is not', () => {
    fc.assert(
      fc.property(zone, anyMoment, (of, at) => {
        const start = startOfDay(at, of)
        const date = (moment: number) => {
          const { year, month, day } = partsOf(of, moment)
          return `${year}-${month}-${day}`
        }
        expect(start).toBeLessThanOrEqual(at)
        expect(date(start)).toBe(date(at))
        expect(date(start - 1)).not.toBe(date(at))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a timestamp on the wire', () => {
  it.each([EARLIEST, LATEST, 1_781_505_000])('takes %d', (at) => {
    expect(Timestamp.parse(at)).toBe(at)
  })
  it.each([
    EARLIEST - 1,
    LATEST + 1,
    1.5,
    1_781_505_000_000,
    '1781505000',
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('rejects %j', (at) => {
    expect(Timestamp.safeParse(at).success).toBe(false)
  })
})
