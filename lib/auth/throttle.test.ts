import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createThrottle } from './throttle.ts'

// Only timers: the limiter keeps its counts with them.
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const verdicts = async (throttle: ReturnType<typeof createThrottle>, key: string, count: number) => {
  const checks = await Promise.all(Array.from({ length: count }, () => throttle.check(key)))
  return { allowed: checks.filter(({ error }) => error === undefined).length, checks }
}

describe('a throttle', () => {
  it('lets a burst through, and then the steady rate', async () => {
    const throttle = createThrottle({ perSecond: 5, burst: 10 })
    expect((await verdicts(throttle, 'a', 100)).allowed).toBe(15)
    await vi.advanceTimersByTimeAsync(1000)
    expect((await verdicts(throttle, 'a', 100)).allowed).toBe(5)
    await vi.advanceTimersByTimeAsync(9000)
    expect((await verdicts(throttle, 'a', 100)).allowed).toBe(15)
  })

  it('counts each key on its own', async () => {
    const throttle = createThrottle({ perSecond: 2, burst: 1 })
    expect((await verdicts(throttle, 'a', 10)).allowed).toBe(3)
    expect((await verdicts(throttle, 'b', 10)).allowed).toBe(3)
  })

  it('every response tells the rate and the remaining requests', async () => {
    const throttle = createThrottle({ perSecond: 5, burst: 1 })
    const { checks } = await verdicts(throttle, 'a', 8)
    expect(checks[0]?.headers).toEqual({
      'ratelimit-policy': '"default";q=5;w=1',
      ratelimit: '"default";r=4;t=1',
    })
    expect(checks.map(({ headers }) => headers.ratelimit)).toEqual(
      [4, 3, 2, 1, 0, 0, 0, 0].map((left) => `"default";r=${left};t=1`),
    )
    expect(checks.slice(0, 6).every(({ error }) => error === undefined)).toBe(true)
    for (const { error, headers } of checks.slice(6)) {
      expect(error).toMatchObject({ reason: 'too_many_requests', retryAfter: 1 })
      expect(headers['ratelimit-policy']).toBe('"default";q=5;w=1')
    }
  })
})
