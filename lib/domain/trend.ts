import { bucketsOf, stepFor } from '#lib/values/buckets.ts'
import { DAY, dayAfter, HOUR } from '#lib/values/time.ts'

/** At most 92 days are drawn, so that a trend reads a part of the rows, however many there are. */
const LONGEST = 91

type TrendPeriod = { from?: number | undefined; to?: number | undefined; zone: string }

/**
 * The hours or days of a period, and the last 92 days of a longer one.
 * @param days how many days are drawn of a period without a beginning
 */
export function trendBuckets({ from, to, zone }: TrendPeriod, now: number, days = 28) {
  const end = Math.min(to ?? now, now)
  const usual = days === 1 ? end - DAY + HOUR : dayAfter(end, 1 - days, zone)
  const begin = Math.max(from ?? usual, dayAfter(end, -LONGEST, zone))
  const start = Math.min(begin, end)
  // Two whole days have 48 hours.
  const step = end - start <= 2 * DAY ? stepFor(start, end) : ('day' as const)
  return { step, buckets: bucketsOf(start, end, step, zone) }
}

/** Buckets as the parameters of `unnest($1::text[], $2::bigint[], $3::bigint[])`. */
export function bucketParams(buckets: { name: string; from: number; to: number }[]) {
  return [buckets.map(({ name }) => name), buckets.map(({ from }) => from), buckets.map(({ to }) => to)]
}

/** The figures of every bucket, in their order: those of its row, or others where it has none. */
export function pointsOf<Row extends { name: string }>(
  buckets: { name: string; from: number; to: number }[],
  rows: Row[],
  otherwise: Omit<Row, 'name'>,
) {
  const byName = new Map(rows.map((row) => [row.name, row]))
  return buckets.map((bucket) => ({ ...otherwise, ...byName.get(bucket.name), ...bucket }))
}
