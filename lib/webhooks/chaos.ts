import type { Chaos } from '#lib/domain/webhooks/schema.ts'

/** The injected fault of one delivery before it is sent: delay or drop. */
export type InjectedFault = { delay: number; drop: boolean }

/** By how much a delivery is held back at most that is to arrive behind later ones, in seconds. */
const BEHIND = 10

/** Draws the fate of a delivery. @param chance a random number from 0 to 1, another at each call */
export function injectedFaultOf(chaos: Partial<Chaos>, chance: () => number): InjectedFault {
  const behind = happens(chaos.reorder, chance) ? 1 + Math.floor(chance() * BEHIND) : 0
  return {
    delay: (chaos.delay ?? 0) + behind,
    drop: happens(chaos.drop, chance),
  }
}

/** Draws whether a delivery is sent twice, when it is sent: a delayed one is sent later. */
export function isDoubled(chaos: Partial<Chaos>, chance: () => number): boolean {
  return happens(chaos.duplicate, chance)
}

function happens(percent: number | undefined, chance: () => number): boolean {
  return percent !== undefined && percent > 0 && chance() * 100 < percent
}
