import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createThrottle, type Throttle } from './throttle.ts'

// Only timers: the limiter keeps its counts with them.
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const LIMITS = { perSecond: 100, burst: 500 }

/** Servers of one database. Each tells all others what it has counted once it is in a hurry, or with `exchange`. */
function servers(count: number) {
  const all = Array.from({ length: count }, () => createThrottle(LIMITS))
  let isDue = false
  for (const { shared } of all)
    shared.onHurry(() => {
      isDue = true
    })
  const exchange = async () => {
    isDue = false
    const reports = all.map(({ shared }, index) => [String(index), shared.report()] as const)
    for (const [index, { shared }] of all.entries())
      shared.heard(new Map(reports.filter(([id]) => id !== String(index))))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { all, exchange, isDue: () => isDue }
}

/** @returns how many requests were let through */
async function send(
  requests: number,
  to: (index: number) => Throttle | undefined,
  after?: () => Promise<void>,
) {
  let allowed = 0
  for (let index = 0; index < requests; index += 1) {
    const verdict = await to(index)?.check('key')
    if (verdict && !verdict.error) allowed += 1
    await after?.()
  }
  return allowed
}

describe('the limit of a caller', () => {
  it.each([2, 3, 8])('is one limit at %i servers', async (count) => {
    const { all, exchange, isDue } = servers(count)
    await exchange()
    await exchange()
    const allowed = await send(
      2000,
      (index) => all[(index * 7) % count],
      async () => void (isDue() && (await exchange())),
    )
    expect(allowed).toBeGreaterThanOrEqual(LIMITS.perSecond + LIMITS.burst)
    // What each may let through before it tells the others.
    expect(allowed).toBeLessThanOrEqual(LIMITS.perSecond * 1.2 + LIMITS.burst + count)
  })

  it('is whole for one that comes to one server alone', async () => {
    const { all, exchange } = servers(2)
    await exchange()
    expect(await send(1000, () => all[0], exchange)).toBe(600)
  })

  it('counts again once its time is over', async () => {
    const { all, exchange } = servers(2)
    await exchange()
    await send(1000, (index) => all[index % 2], exchange)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await send(600, (index) => all[index % 2], exchange)).toBe(600)
  })

  it('is not touched by what others counted before they were known', async () => {
    const { all, exchange } = servers(2)
    await exchange()
    await send(300, () => all[0])
    const late = createThrottle(LIMITS)
    late.shared.heard(new Map([['0', all[0]?.shared.report() ?? {}]]))
    expect(await send(1000, () => late)).toBe(600)
  })

  it('is not told where there is one server', async () => {
    const alone = createThrottle(LIMITS)
    await send(100, () => alone)
    expect(alone.shared.report()).toEqual({})
  })
})
