/** Random choices that come out the same on every run, so that the demo merchant always has the same shape. */
export type Random = {
  /** From 0 up to, and without, 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  whole(min: number, max: number): number
  one<T>(list: readonly T[]): T
  weighted<T extends { weight: number }>(list: readonly T[]): T
  /** Whether something that happens with this probability happens. */
  chance(probability: number): boolean
}

/** @param seed any whole number; the same one gives the same choices */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32: small, fast, and even enough for inventing shoppers. Never for secrets.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const one = <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T
  return {
    next,
    whole,
    one,
    weighted(list) {
      let left = next() * list.reduce((sum, { weight }) => sum + weight, 0)
      for (const item of list) {
        left -= item.weight
        if (left < 0) return item
      }
      return one(list)
    },
    chance: (probability) => next() < probability,
  }
}
