/**
 * How often something may happen: at most `max` times within `seconds`, counted from the first. A limit that refills gives
 * one back each `seconds / max` instead of all at the end.
 */
export type Limit = { max: number; seconds: number; refills?: boolean }

type Count = { taken: number; until: number }

/** How many of the oldest keys are looked at when room is needed. */
const LOOKED_AT = 32

/**
 * Counts events by key in fixed windows, or in buckets that refill, in the memory of this process. The number of keys is
 * bounded: when it is reached, an ended window goes first, else the least used of the oldest ones, so that a flood of keys
 * that are used once does not reset a key that is close to its limit.
 */
export class Counters {
  readonly #counts = new Map<string, Count>()
  readonly #limit: Limit
  readonly #maxKeys: number
  /** After how many milliseconds a bucket has one more; 0 for a window. */
  readonly #refill: number

  constructor(limit: Limit, maxKeys: number) {
    this.#limit = limit
    this.#maxKeys = maxKeys
    this.#refill = limit.refills ? (limit.seconds * 1000) / limit.max : 0
  }

  /** Counts one event. @returns the seconds to wait when it is one too many, else 0 */
  take(key: string): number {
    const now = Date.now()
    const count = this.#current(key, now)
    if (!count) {
      this.#makeRoom(now)
      this.#counts.set(key, { taken: 1, until: now + (this.#refill || this.#limit.seconds * 1000) })
      return 0
    }
    if (count.taken >= this.#limit.max) return this.#secondsToNext(count, now)
    count.taken += 1
    count.until += this.#refill
    return 0
  }

  /** The seconds to wait when the limit is reached, else 0. Counts nothing. */
  wait(key: string): number {
    const now = Date.now()
    const count = this.#current(key, now)
    return count && count.taken >= this.#limit.max ? this.#secondsToNext(count, now) : 0
  }

  /** Takes one event back. */
  giveBack(key: string): void {
    const count = this.#current(key, Date.now())
    if (!count) return
    count.taken -= 1
    count.until -= this.#refill
    if (count.taken <= 0) this.#counts.delete(key)
  }

  /** Starts the count of a key over. */
  reset(key: string): void {
    this.#counts.delete(key)
  }

  get size(): number {
    return this.#counts.size
  }

  #current(key: string, now: number): Count | undefined {
    const count = this.#counts.get(key)
    if (count && count.until > now) {
      // The end of a bucket is when it is full again.
      if (this.#refill > 0) count.taken = Math.ceil((count.until - now) / this.#refill)
      return count
    }
    if (count) this.#counts.delete(key)
    return undefined
  }

  #secondsToNext({ until }: Count, now: number): number {
    const next = this.#refill > 0 ? until - (this.#limit.max - 1) * this.#refill : until
    return Math.max(1, Math.ceil((next - now) / 1000))
  }

  #makeRoom(now: number): void {
    if (this.#counts.size < this.#maxKeys) return
    let leastUsed: { key: string; taken: number } | undefined
    let found = 0
    for (const [key, { taken, until }] of this.#counts) {
      if (until <= now) return void this.#counts.delete(key)
      if (!leastUsed || taken < leastUsed.taken) leastUsed = { key, taken }
      found += 1
      if (found === LOOKED_AT) break
    }
    if (leastUsed) this.#counts.delete(leastUsed.key)
  }
}
