import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueAfter, exportPeriodOf } from './rules.ts'
import { FREQUENCIES } from './schema.ts'

const at = (text: string) => Date.parse(text) / 1000
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const daily = { frequency: 'daily', weekday: 1, month_day: 1, hour: 7 } as const
const INDIA = 'Asia/Kolkata'

describe('the time when a schedule is due', () => {
  it('is the hour of the zone, half an hour beside that of UTC', () => {
    expect(iso(dueAfter(daily, INDIA, at('2026-11-24T00:00:00Z')))).toBe('2026-11-24T01:30:00.000Z')
    expect(iso(dueAfter(daily, INDIA, at('2026-11-24T01:30:00Z')))).toBe('2026-11-25T01:30:00.000Z')
  })

  it('is on the day of the week or of the month, across its end and that of the year', () => {
    const weekly = { ...daily, frequency: 'weekly', weekday: 7 } as const
    expect(iso(dueAfter(weekly, INDIA, at('2026-12-27T01:30:00Z')))).toBe('2027-01-03T01:30:00.000Z')
    const monthly = { ...daily, frequency: 'monthly', month_day: 28 } as const
    expect(iso(dueAfter(monthly, INDIA, at('2027-01-28T01:30:00Z')))).toBe('2027-02-28T01:30:00.000Z')
  })

  it('is five minutes after midnight at the earliest, so that the day before is complete', () => {
    expect(iso(dueAfter({ ...daily, hour: 0 }, INDIA, at('2026-11-24T12:00:00Z')))).toBe(
      '2026-11-24T18:35:00.000Z',
    )
  })
})

describe('the period of a file', () => {
  it('is the day, week or month before', () => {
    const due = at('2026-03-04T01:30:00Z')
    const of = (frequency: (typeof FREQUENCIES)[number]) => {
      const { from, to } = exportPeriodOf({ frequency }, INDIA, due)
      return [iso(from), iso(to)]
    }
    expect(of('daily')).toEqual(['2026-03-02T18:30:00.000Z', '2026-03-03T18:29:59.000Z'])
    expect(of('weekly')).toEqual(['2026-02-22T18:30:00.000Z', '2026-03-01T18:29:59.000Z'])
    expect(of('monthly')).toEqual(['2026-01-31T18:30:00.000Z', '2026-02-28T18:29:59.000Z'])
  })

  it('adjoins that of the file before, in every zone, over years', () => {
    const zones = ['Asia/Kolkata', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...FREQUENCIES),
        fc.record({ weekday: fc.integer({ min: 1, max: 7 }), month_day: fc.integer({ min: 1, max: 28 }) }),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2031-01-01T00:00:00Z') }),
        (zone, frequency, days, hour, from) => {
          const timing = { frequency, ...days, hour }
          let due = dueAfter(timing, zone, from)
          let period = exportPeriodOf(timing, zone, due)
          for (let count = 0; count < 40; count += 1) {
            due = dueAfter(timing, zone, due)
            const next = exportPeriodOf(timing, zone, due)
            expect(next.from).toBe(period.to + 1)
            expect(next.to).toBeLessThan(due - 299)
            period = next
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
