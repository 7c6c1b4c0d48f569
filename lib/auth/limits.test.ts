import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { networkOfAddress } from './address.ts'
import { Counters } from './counters.ts'
import { giveBack, RATE_LIMITS, reset, resetLimits, take, takeByNetwork, waitOf } from './limits.ts'

beforeEach(() => {
  vi.useFakeTimers()
  resetLimits()
})
afterEach(() => {
  vi.useRealTimers()
  resetLimits()
})

describe('the network of an address', () => {
  it('is an IPv4 address itself, however it is wrapped', () => {
    expect(networkOfAddress('203.0.113.9')).toBe('203.0.113.9')
    expect(networkOfAddress('::ffff:203.0.113.9')).toBe('203.0.113.9')
    expect(networkOfAddress('203.0.113.10')).not.toBe(networkOfAddress('203.0.113.9'))
  })

  it('is the /64 of an IPv6 address', () => {
    expect(networkOfAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(networkOfAddress('2001:db8:1:2:ffff::1')).toBe('2001:db8:1:2::/64')
    expect(networkOfAddress('2001:db8:1:3::1')).not.toBe(networkOfAddress('2001:db8:1:2::1'))
  })

  it('is one and the same for everything that is no address', () => {
    expect([
      networkOfAddress(null),
      networkOfAddress(undefined),
      networkOfAddress(''),
      networkOfAddress('x'),
    ]).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  })
})

describe('a limit', () => {
  it('lets its number pass within its time, says how long to wait, and starts over afterwards', () => {
    const { max, seconds } = RATE_LIMITS.checkout_order
    const waits = Array.from({ length: max + 2 }, () => take('checkout_order', 'a'))
    expect(waits.slice(0, max).every((wait) => wait === 0)).toBe(true)
    expect(waits.slice(max)).toEqual([seconds, seconds])
    expect(take('checkout_order', 'b')).toBe(0)
    vi.advanceTimersByTime((seconds - 1) * 1000)
    expect(waitOf('checkout_order', 'a')).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(waitOf('checkout_order', 'a')).toBe(0)
    expect(take('checkout_order', 'a')).toBe(0)
  })

  it('that refills lets one more pass after its share of the time, and never more at once than its number', () => {
    const { max, seconds } = RATE_LIMITS.oauth_register
    const share = seconds / max
    expect(share).toBe(30)
    const waits = Array.from({ length: max + 1 }, () => take('oauth_register', 'a'))
    expect(waits.filter((wait) => wait > 0)).toEqual([share])
    vi.advanceTimersByTime((share - 1) * 1000)
    expect([waitOf('oauth_register', 'a'), take('oauth_register', 'a')]).toEqual([1, 1])
    vi.advanceTimersByTime(1000)
    expect([take('oauth_register', 'a'), take('oauth_register', 'a')]).toEqual([0, share])
    giveBack('oauth_register', 'a')
    expect([take('oauth_register', 'a'), take('oauth_register', 'a')]).toEqual([0, share])
    vi.advanceTimersByTime(10 * seconds * 1000)
    const later = Array.from({ length: max + 1 }, () => take('oauth_register', 'a'))
    expect(later.filter((wait) => wait > 0)).toEqual([share])
  })

  it('counts all of an IPv6 /64 as one caller', () => {
    const { max } = RATE_LIMITS.checkout_network
    for (let host = 1; host <= max; host += 1)
      expect(takeByNetwork('checkout_network', `2001:db8:1:2::${host.toString(16)}`)).toBe(0)
    expect(takeByNetwork('checkout_network', '2001:db8:1:2:9::9')).toBeGreaterThan(0)
    expect(takeByNetwork('checkout_network', '2001:db8:1:3::1')).toBe(0)
  })

  it('gives one back, or forgets all of a key', () => {
    const counters = new Counters({ max: 2, seconds: 60 }, 10)
    expect([counters.take('a'), counters.take('a'), counters.take('a')]).toEqual([0, 0, 60])
    counters.giveBack('a')
    expect([counters.take('a'), counters.take('a')]).toEqual([0, 60])
    counters.reset('a')
    expect(counters.size).toBe(0)
    take('sign_in_network', 'a')
    giveBack('sign_in_network', 'a')
    reset('sign_in_network', 'a')
    expect(waitOf('sign_in_network', 'a')).toBe(0)
  })

  it('holds a bounded number of keys, and keeps the one at its limit when others flood it', () => {
    const counters = new Counters({ max: 3, seconds: 600 }, 100)
    for (let attempt = 0; attempt < 3; attempt += 1) counters.take('victim')
    for (let other = 0; other < 5000; other += 1) counters.take(`other ${other}`)
    expect(counters.size).toBeLessThanOrEqual(100)
    expect(counters.wait('victim')).toBe(600)
  })

  it('is shared by bundles of one process', async () => {
    for (let attempt = 0; attempt < RATE_LIMITS.checkout_order.max; attempt += 1) take('checkout_order', 'a')
    vi.resetModules()
    const other = (await import('./limits.ts')) as typeof import('./limits.ts')
    expect(other.take('checkout_order', 'a')).toBeGreaterThan(0)
  })
})
