const LEAST = 2
const FIRST = 8
/** The most requests to one endpoint at once. */
export const MOST_PARALLEL = 64
/** A response that takes longer than this is slow, in milliseconds. */
const SLOW = 1000
/** An endpoint this quick is given work ahead of its connections. */
const QUICK = 50
const AHEAD = 4

/**
 * How much an endpoint is sent at once. It grows by one with each quick success and is halved by each failure, so that
 * an endpoint that is slow or dead occupies a few connections and no more, and one that comes back is found out soon.
 */
export class Concurrency {
  private window = FIRST
  private milliseconds = SLOW
  private failing = false

  /** How many requests may be under way. */
  get parallel(): number {
    return Math.floor(this.window)
  }

  /** How many deliveries may be in hand, those that wait for a connection included. */
  get inHand(): number {
    return this.failing || this.milliseconds > QUICK ? this.parallel : this.parallel * AHEAD
  }

  succeeded(milliseconds: number): void {
    this.failing = false
    this.milliseconds += (milliseconds - this.milliseconds) / 8
    this.window =
      milliseconds > SLOW ? Math.max(4, this.window - 1) : Math.min(MOST_PARALLEL, this.window + 1)
  }

  failed(): void {
    this.failing = true
    this.window = Math.max(LEAST, this.window / 2)
  }
}
