import type { Chaos } from '#lib/domain/webhooks/schema.ts'

/** What a sandbox does to one delivery: hold it back, leave it out, send it twice. */
export type Fate = { delay: number; drop: boolean; duplicate: boolean }

/** By how much a delivery is held back at most that is to arrive behind later ones, in seconds. */
const BEHIND = 10

/** Draws what becomes of a delivery. @param chance a number from 0 to 1, anew at each call */
export function fateOf(chaos: Partial<Chaos>, chance: () => number): Fate {
  const happens = (percent = 0) => percent > 0 && chance() * 100 < percent
  const behind = happens(chaos.reorder) ? 1 + Math.floor(chance() * BEHIND) : 0
  return {
    delay: (chaos.delay ?? 0) + behind,
    drop: happens(chaos.drop),
    duplicate: happens(chaos.duplicate),
  }
}
