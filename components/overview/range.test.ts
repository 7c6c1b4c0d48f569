import { describe, expect, it } from 'vitest'
import { readRange } from './range.ts'

const ZONE = 'Asia/Kolkata'
const at = (iso: string) => Date.parse(iso) / 1000
const NOW = at('2026-11-20T18:41:00+05:30')

describe('readRange', () => {
  it('is the last 7 days unless it says otherwise', () => {
    const range = readRange({}, ZONE, NOW)
    expect(range).toMatchObject({
      name: '7d',
      current: { from: at('2026-11-14T00:00:00+05:30'), to: NOW },
      query: { period: '7d' },
    })
    expect(range.previous).toEqual({ from: at('2026-11-07T00:00:00+05:30'), to: NOW - 7 * 86_400 })
  })

  it('compares two dates of one’s own with as many days before them', () => {
    const range = readRange({ from: '2026-11-01', to: '2026-11-10' }, ZONE, NOW)
    expect(range.current).toEqual({
      from: at('2026-11-01T00:00:00+05:30'),
      to: at('2026-11-10T23:59:59+05:30'),
    })
    expect(range.previous).toEqual({
      from: at('2026-10-22T00:00:00+05:30'),
      to: at('2026-10-31T23:59:59+05:30'),
    })
    expect(range).toMatchObject({
      name: null,
      before: 'previous 10 days',
      words: '1 Nov 2026 to 10 Nov 2026',
    })
  })

  it('compares only as much as has passed', () => {
    const range = readRange({ from: '2026-11-16', to: '2026-11-22' }, ZONE, NOW)
    expect(range.current.to).toBe(NOW)
    expect(range.previous).toEqual({ from: at('2026-11-09T00:00:00+05:30'), to: NOW - 7 * 86_400 })
  })

  it.each([
    [{ range: 'year' }, 'year'],
    [{ from: 'soon' }, 'soon'],
    [{ to: '2026-11-01' }, 'needs a start date'],
    [{ from: '2026-11-10', to: '2026-11-01' }, 'end date is before'],
    [{ from: '2027-11-10' }, 'end date is before'],
    [{ from: '2010-01-01' }, '5 years'],
  ])('reports an invalid range: %j', (query, words) => {
    const range = readRange(query as Record<string, string>, ZONE, NOW)
    expect(range.problem).toContain(words)
    expect(range.name).toBe('7d')
  })
})
