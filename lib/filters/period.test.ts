import { describe, expect, it } from 'vitest'
import { namedPeriod, previousPeriod, readPeriod, withDates } from './period.ts'

const ZONE = 'Asia/Kolkata'
const at = (iso: string) => Date.parse(iso) / 1000
/** A Friday, 18:41 in India. */
const NOW = at('2026-11-20T13:11:00Z')

describe('withDates', () => {
  it('writes a named period as its days, and leaves bounds as they are', () => {
    const dated = (query: Record<string, string>) => withDates(query, ZONE, NOW)
    expect(dated({ status: 'failed', period: '7d' })).toEqual({
      status: 'failed',
      from: '2026-11-14',
      to: '2026-11-20',
    })
    expect(dated({ period: 'last_month' })).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(dated({ from: '2026-11-03' })).toEqual({ from: '2026-11-03' })
    expect(dated({ period: 'ever' })).toEqual({ period: 'ever' })
  })
})

describe('readPeriod', () => {
  it('puts what it reads in words', () => {
    expect(readPeriod({}, ZONE, NOW)).toEqual({ words: null })
    expect(readPeriod({ period: '7d' }, ZONE, NOW)).toEqual({
      from: at('2026-11-13T18:30:00Z'),
      words: 'last 7 days',
    })
    expect(readPeriod({ from: '2026-11-03', to: '2026-11-03' }, ZONE, NOW).words).toBe('3 Nov 2026')
    expect(readPeriod({ from: '2026-11-03' }, ZONE, NOW).words).toBe('since 3 Nov 2026')
    expect(readPeriod({ to: '2026-11-03 09:30' }, ZONE, NOW).words).toBe('until 3 Nov 2026, 09:30')
  })

  it('says what it cannot read', () => {
    expect(readPeriod({ period: 'ever' }, ZONE, NOW).problem).toContain('ever')
    expect(readPeriod({ from: 'soon' }, ZONE, NOW).problem).toContain('soon')
  })
})

describe('previousPeriod', () => {
  it('compares as much of a day as has passed', () => {
    const { from } = namedPeriod('today', ZONE, NOW) as { from: number }
    expect(previousPeriod('today', { from, to: NOW }, ZONE)).toEqual({
      from: from - 86_400,
      to: NOW - 86_400,
    })
  })

  it('compares as much of a month as has passed', () => {
    const { from } = namedPeriod('month', ZONE, NOW) as { from: number }
    expect(previousPeriod('month', { from, to: NOW }, ZONE)).toEqual({
      from: at('2026-09-30T18:30:00Z'),
      to: at('2026-10-20T13:11:00Z'),
    })
  })

  it('compares the end of a long month with all of a shorter one', () => {
    const now = at('2026-03-31T12:00:00Z')
    const { from } = namedPeriod('month', ZONE, now) as { from: number }
    expect(previousPeriod('month', { from, to: now }, ZONE)).toEqual({
      from: at('2026-01-31T18:30:00Z'),
      to: from - 1,
    })
  })

  it('steps back by the length of a range of days', () => {
    const range = { from: at('2026-11-02T18:30:00Z'), to: at('2026-11-05T18:29:59Z') }
    expect(previousPeriod(null, range, ZONE)).toEqual({
      from: range.from - 3 * 86_400,
      to: range.to - 3 * 86_400,
    })
  })

  it('keeps to the clock where clocks change', () => {
    const now = at('2026-11-03T17:00:00Z')
    const { from } = namedPeriod('7d', 'America/New_York', now) as { from: number }
    const before = previousPeriod('7d', { from, to: now }, 'America/New_York')
    expect(before).toEqual({ from: at('2026-10-21T04:00:00Z'), to: at('2026-10-27T16:00:00Z') })
  })
})
