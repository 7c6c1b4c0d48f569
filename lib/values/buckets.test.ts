import { expect, it } from 'vitest'
import { bucketsOf, stepFor } from './buckets.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const ZONE = 'Asia/Kolkata'

it('covers a stretch without gaps, whatever it begins with', () => {
  for (const [step, from, to, count] of [
    ['hour', '2026-11-20T00:00:00+05:30', '2026-11-20T18:41:00+05:30', 19],
    ['day', '2026-10-30T12:00:00+05:30', '2026-11-02T09:00:00+05:30', 4],
    ['month', '2026-11-15T00:00:00+05:30', '2027-02-01T00:00:00+05:30', 4],
  ] as const) {
    const buckets = bucketsOf(at(from), at(to), step, ZONE)
    expect(buckets).toHaveLength(count)
    for (const [index, bucket] of buckets.entries())
      expect(buckets[index + 1]?.from ?? bucket.to + 1).toBe(bucket.to + 1)
    // A bar leads to the rows of its stretch, which are those that it counts.
    expect([buckets[0]?.from, buckets.at(-1)?.to]).toEqual([at(from), at(to)])
  }
})

it('names what the clock shows', () => {
  expect(
    bucketsOf(at('2026-11-02T18:30:00Z'), at('2026-11-03T18:30:00Z'), 'day', ZONE).map(({ name }) => name),
  ).toEqual(['2026-11-03T00', '2026-11-04T00'])
})

it('is as fine as can be told apart', () => {
  expect(stepFor(0, 86_400)).toBe('hour')
  expect(stepFor(0, 28 * 86_400)).toBe('day')
  expect(stepFor(0, 200 * 86_400)).toBe('month')
})
