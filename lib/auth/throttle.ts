import { BurstyRateLimiter, RateLimiterMemory } from 'rate-limiter-flexible'
import { type AppError, refused } from '#lib/pipeline/errors.ts'
import { env } from '#lib/process/env.ts'
import { openSharedUses, type SharedUses } from './shared-uses.ts'

/** The headers of every response, and the error when it is one request too many. */
type Verdict = { headers: Record<string, string>; error?: AppError }
export type Throttle = {
  check(key: string): Promise<Verdict>
  /** What this process tells the others and hears from them. */
  shared: SharedUses
}

/** The one that counts who calls /v1 and /mcp, by key or by grant: whatever door they come by, they come as often. */
export function callerThrottle(): Throttle {
  globals.counterfoilThrottle ??= createThrottle({
    perSecond: env().RATE_LIMIT_PER_SECOND,
    burst: env().RATE_LIMIT_BURST,
  })
  return globals.counterfoilThrottle
}
const globals = globalThis as { counterfoilThrottle?: Throttle }

/**
 * A token bucket for each API key, in memory: `perSecond` steady, `burst` on top for a while. Several servers share it: each
 * adds what the others let through, as soon as it hears of it.
 */
export function createThrottle(limits: { perSecond: number; burst: number }): Throttle {
  const steady = new RateLimiterMemory({ points: limits.perSecond, duration: 1, keyPrefix: 'steady' })
  const spare = new RateLimiterMemory({ points: limits.burst, duration: 10, keyPrefix: 'spare' })
  const limiter = new BurstyRateLimiter(steady, spare)
  const shared = openSharedUses(limits.perSecond, (key, uses) => void add(key, uses))

  async function add(key: string, uses: number): Promise<void> {
    const room = Math.max(0, limits.perSecond - ((await steady.get(key))?.consumedPoints ?? 0))
    await steady.penalty(key, Math.min(room, uses))
    if (uses > room) await spare.penalty(key, uses - room)
  }

  const policy = `"default";q=${limits.perSecond};w=1`
  return {
    shared,
    async check(key) {
      try {
        const state = await limiter.consume(key)
        shared.count(key)
        return { headers: fields(policy, Math.max(0, state?.remainingPoints ?? 0)) }
      } catch (rejection) {
        const retryAfter = waitAfter(rejection)
        return {
          headers: fields(policy, 0),
          error: refused('too_many_requests', undefined, { retryAfter }),
        }
      }
    },
  }
}

function fields(policy: string, left: number): Record<string, string> {
  return { 'ratelimit-policy': policy, ratelimit: `"default";r=${left};t=1` }
}

/**
 * The wait of a limiter that rejected, in whole seconds. Recognised by its shape and not by its class: limiters are
 * shared by the whole process, and Next bundles the library into each route apart, so the class differs there.
 * @throws any other error
 */
function waitAfter(rejection: unknown): number {
  const milliseconds = (rejection as { msBeforeNext?: unknown } | null)?.msBeforeNext
  if (rejection instanceof Error || typeof milliseconds !== 'number') throw rejection
  return Math.max(1, Math.ceil(milliseconds / 1000))
}
