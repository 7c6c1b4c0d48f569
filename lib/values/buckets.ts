import { DAY, dayAfter, HOUR, partsOf, startOfDay, startOfMonth } from './time.ts'
import type { BucketStep } from './trend.ts'

/** One bar: its name is its local start, "2026-11-03T00"; its seconds are from start to end, inclusive. */
export type Bucket = { name: string; from: number; to: number }

/** The smallest unit with a readable number of bars. */
export function stepFor(from: number, to: number): BucketStep {
  const days = (to - from) / DAY
  return days <= 2 ? 'hour' : days <= 92 ? 'day' : 'month'
}

/**
 * All bars of a period, including empty ones, named by their start in the reader's zone. The first and the last end with
 * the period, as their figures do.
 */
export function bucketsOf(from: number, to: number, step: BucketStep, zone: string): Bucket[] {
  const buckets: Bucket[] = []
  for (let at = begin(from, step, zone); at <= to; ) {
    const next = after(at, step, zone)
    buckets.push({ name: nameOf(at, zone), from: Math.max(at, from), to: Math.min(next - 1, to) })
    at = next
  }
  return buckets
}

function begin(at: number, step: BucketStep, zone: string): number {
  if (step === 'day') return startOfDay(at, zone)
  const { year, month, minute, second } = partsOf(zone, at)
  return step === 'month' ? startOfMonth(year, month, zone) : at - minute * 60 - second
}

function after(at: number, step: BucketStep, zone: string): number {
  if (step === 'hour') return at + HOUR
  if (step === 'day') return dayAfter(at, 1, zone)
  const { year, month } = partsOf(zone, at)
  return startOfMonth(year, month + 1, zone)
}

function nameOf(at: number, zone: string): string {
  const { year, month, day, hour } = partsOf(zone, at)
  const [mm, dd, hh] = [month, day, hour].map((part) => String(part).padStart(2, '0'))
  return `${year}-${mm}-${dd}T${hh}`
}
