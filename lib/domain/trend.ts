import { bucketsOf, stepFor } from '#lib/values/buckets.ts'
import { DAY, dayAfter } from '#lib/values/time.ts'

/** At most 92 days are drawn, so that a trend reads a part of the rows, however many there are. */
const LONGEST = 91

type TrendPeriod = { from?: number | undefined; to?: number | undefined; zone: string }

/** The hours or days of a period: the last 28 days of one without a beginning, and the last 92 of a longer one. */
export function trendBuckets({ from, to, zone }: TrendPeriod, now: number) {
  const end = Math.min(to ?? now, now)
  const begin = Math.max(from ?? dayAfter(end, -27, zone), dayAfter(end, -LONGEST, zone))
  const start = Math.min(begin, end)
  // Two whole days have 48 hours.
  const step = end - start <= 2 * DAY ? stepFor(start, end) : ('day' as const)
  return { step, buckets: bucketsOf(start, end, step, zone) }
}

/** Buckets as the parameters of `unnest($1::text[], $2::bigint[], $3::bigint[])`. */
export function bucketParams(buckets: { name: string; from: number; to: number }[]) {
  return [buckets.map(({ name }) => name), buckets.map(({ from }) => from), buckets.map(({ to }) => to)]
}
