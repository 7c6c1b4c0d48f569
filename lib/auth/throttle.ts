import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { refused } from '#lib/errors.ts'

export type Throttle = { check(key: string): Promise<{ headers: Record<string, string> }> }

/**
 * A token bucket for each API key, in memory: `perSecond` steady, `burst` on top for a while. Several processes each
 * keep their own.
 */
export function createThrottle(limits: { perSecond: number; burst: number }): Throttle {
  const steady = new RateLimiterMemory({ points: limits.perSecond, duration: 1, keyPrefix: 'steady' })
  const spare = new RateLimiterMemory({ points: limits.burst, duration: 10, keyPrefix: 'spare' })
  const limiter = new BurstyRateLimiter(steady, spare)
  const policy = `"default";q=${limits.perSecond};w=1`
  return {
    async check(key) {
      try {
        const state = await limiter.consume(key)
        const left = Math.max(0, state?.remainingPoints ?? 0)
        return { headers: { 'ratelimit-policy': policy, ratelimit: `"default";r=${left};t=1` } }
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection
        const wait = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000))
        throw refused('too_many_requests', undefined, { retryAfter: wait })
      }
    },
  }
}
