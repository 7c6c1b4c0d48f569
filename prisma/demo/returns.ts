import { DAY } from '#lib/values/time.ts'
import type { Random } from './random.ts'
import type { RefundPlan } from './refund.ts'

/** The returns: full or partial, by the app or by people, at either speed; and some refunds fail. */
export const RETURNS: { count: number; course: (random: Random, bought: number) => RefundPlan[] }[] = [
  { count: 9, course: (random, at) => [refundAfter(random, at, { by: 'key' })] },
  { count: 6, course: (random, at) => [refundAfter(random, at, { by: 'finance' })] },
  { count: 8, course: (random, at) => [refundAfter(random, at, { by: 'key', share: random.whole(15, 60) })] },
  {
    count: 7,
    course: (random, at) => [refundAfter(random, at, { by: 'support', share: random.whole(15, 60) })],
  },
  { count: 8, course: (random, at) => [refundAfter(random, at, { speed: 'optimum' })] },
  {
    count: 4,
    course: (random, at) => [refundAfter(random, at, { speed: 'optimum', share: 40, paise: 68 })],
  },
  {
    count: 5,
    course: (random, at) => [
      refundAfter(random, at, { share: 30 }),
      refundAfter(random, at + 5 * DAY, { by: 'finance' }),
    ],
  },
  {
    // The bank declines, and a person refunds a second time.
    count: 4,
    course: (random, at) => [
      refundAfter(random, at, { by: 'finance', share: 50, paise: 13 }),
      refundAfter(random, at + 4 * DAY, { by: 'finance', share: 50 }),
    ],
  },
]

/** `part` of the time that the bank takes has passed: the first two end within minutes of the first start. */
export const RETURNING: (Partial<RefundPlan> & { part: number })[] = [
  { part: 0.999, by: 'finance' },
  { part: 0.995, by: 'finance', share: 50, paise: 13 },
  { part: 0.8, by: 'key', share: 30 },
  { part: 0.55, by: 'support' },
  { part: 0.35, by: 'key', share: 45, paise: 68, speed: 'optimum' },
  { part: 0.15, by: 'finance', share: 25 },
  { part: 0.02, by: 'key' },
]

const REASONS = [
  'Damaged in transit',
  'Wrong size',
  'Changed their mind',
  'Out of stock',
  'Ordered twice',
  'Price matched',
]

/** A refund within a week of a purchase (Unix seconds), in full and at normal speed unless the plan says otherwise. */
export function refundAfter(random: Random, bought: number, plan: Partial<RefundPlan>): RefundPlan {
  return {
    at: bought + DAY + random.whole(0, 6 * DAY),
    by: random.one(['key', 'finance', 'support']),
    share: 'all',
    speed: 'normal',
    reason: random.one(REASONS),
    ...plan,
  }
}
