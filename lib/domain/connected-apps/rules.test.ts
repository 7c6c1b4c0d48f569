import { describe, expect, it } from 'vitest'
import { isRaise, limitsFor, scopesLeft, whyNotLet } from '#lib/domain/connected-apps/rules.ts'

const open = { blocked: false, elsewhere: false, self_registered: true, redirect_hosts: [] as string[] }
const dynamic = { id: 'client_1', origin: 'dynamic' as const }

describe('whyNotLet', () => {
  it('lets anything connect while nothing is said against it', () => {
    for (const origin of ['dynamic', 'manual', 'document'] as const)
      expect(whyNotLet(open, { id: 'x', origin }, 'app.example.com')).toBeNull()
  })

  it.each([
    [{ ...open, blocked: true }, /blocked/],
    [{ ...open, elsewhere: true }, /another merchant/],
    [{ ...open, self_registered: false }, /self-registered apps/],
    [{ ...open, redirect_hosts: ['other.example.com'] }, /redirect to app\.example\.com/],
  ])('says why not: %j', (policy, sentence) => {
    expect(whyNotLet(policy, dynamic, 'app.example.com')).toMatch(sentence)
  })

  it('checks of a client from the dashboard only whether it is blocked, or another merchant’s', () => {
    const manual = { id: 'x', origin: 'manual' as const }
    const closed = { ...open, self_registered: false, redirect_hosts: ['other.example.com'] }
    expect(whyNotLet(closed, manual, 'app.example.com')).toBeNull()
    expect(whyNotLet({ ...closed, blocked: true }, manual, 'app.example.com')).not.toBeNull()
    expect(whyNotLet({ ...closed, elsewhere: true }, manual, 'app.example.com')).not.toBeNull()
  })
})

describe('limitsFor', () => {
  const none = { limit_per_call: null, limit_per_day: null }
  const some = { limit_per_call: 100, limit_per_day: 500 }

  it('are none where nothing moves money, whatever was said', () => {
    expect(limitsFor(['read_only', 'orders:write'], some)).toEqual(none)
  })

  it('are both where money moves, and may be nothing at all', () => {
    expect(limitsFor(['read_only', 'refunds:write'], some)).toEqual(some)
    const zero = { limit_per_call: 0, limit_per_day: 0 }
    expect(limitsFor(['wallet:write'], zero)).toEqual(zero)
  })

  it.each([
    [{ limit_per_call: null, limit_per_day: 5 }, 'limit_per_call'],
    [{ limit_per_call: 5, limit_per_day: null }, 'limit_per_day'],
    [{ limit_per_call: 501, limit_per_day: 500 }, 'limit_per_day'],
  ])('rejects %j at %s', (limits, field) => {
    expect(() => limitsFor(['payments:write'], limits)).toThrow(expect.objectContaining({ field }))
  })
})

it('knows a raise of either limit, and what is none', () => {
  const before = { limit_per_call: 100, limit_per_day: 500 }
  expect(isRaise(before, { limit_per_call: 101, limit_per_day: 500 })).toBe(true)
  expect(isRaise(before, { limit_per_call: 1, limit_per_day: 501 })).toBe(true)
  expect(isRaise(before, before)).toBe(false)
  expect(isRaise(before, { limit_per_call: 0, limit_per_day: 0 })).toBe(false)
  expect(isRaise(before, { limit_per_call: null, limit_per_day: null })).toBe(false)
})

it('leaves of scopes what was there, and never adds any', () => {
  expect(scopesLeft(['read_only', 'refunds:write'], ['read_only'])).toEqual(['read_only'])
  expect(() => scopesLeft(['read_only'], ['read_only', 'refunds:write'])).toThrow(/not granted/)
  expect(() => scopesLeft(['read_only'], [])).toThrow(/disconnect the app/)
})
