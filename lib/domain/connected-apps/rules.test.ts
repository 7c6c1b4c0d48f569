import { describe, expect, it } from 'vitest'
import {
  assertConnectable,
  isAboveThreshold,
  isLooserPolicy,
  isRaise,
  limitsFor,
  obstacleTo,
  scopesLeft,
  whyNotLet,
} from '#lib/domain/connected-apps/rules.ts'
import { refusalOf } from '#lib/testing/refusal.ts'

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

  it('lets an app redirect to a host that is listed, and names the host that is not', () => {
    const listed = { ...open, redirect_hosts: ['other.example.com', 'app.example.com'] }
    expect(obstacleTo(listed, dynamic, 'app.example.com')).toBeNull()
    expect(obstacleTo(listed, dynamic, 'app.example.org')).toBe('redirect_host')
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
    [{ limit_per_call: null, limit_per_day: 5 }, 'limit_per_call', /^Enter a limit per call/],
    [{ limit_per_call: 5, limit_per_day: null }, 'limit_per_day', /^Enter a limit per 24 hours/],
    [{ limit_per_call: 501, limit_per_day: 500 }, 'limit_per_day', /can't be lower/],
  ])('rejects %j at %s', (limits, field, sentence) => {
    expect(refusalOf(() => limitsFor(['payments:write'], limits))).toMatchObject({
      reason: 'input_validation_failed',
      field,
      message: expect.stringMatching(sentence),
    })
  })

  it('may be the same', () => {
    const equal = { limit_per_call: 500, limit_per_day: 500 }
    expect(limitsFor(['payments:write'], equal)).toEqual(equal)
  })
})

it('knows a raise of either limit, and what is none', () => {
  const before = { limit_per_call: 100, limit_per_day: 500 }
  expect(isRaise(before, { limit_per_call: 101, limit_per_day: 500 })).toBe(true)
  expect(isRaise(before, { limit_per_call: 1, limit_per_day: 501 })).toBe(true)
  expect(isRaise(before, before)).toBe(false)
  expect(isRaise(before, { limit_per_call: 0, limit_per_day: 0 })).toBe(false)
  const none = { limit_per_call: null, limit_per_day: null }
  expect(isRaise(before, none)).toBe(false)
  expect(isRaise(none, none)).toBe(false)
  expect(isRaise(none, { limit_per_call: 0, limit_per_day: 0 })).toBe(false)
  expect(isRaise(none, { limit_per_call: 0, limit_per_day: 1 })).toBe(true)
})

describe('the threshold of the person behind an app', () => {
  it('bounds either limit, up to itself', () => {
    expect(isAboveThreshold({ limit_per_call: 100, limit_per_day: 500 }, 500)).toBe(false)
    expect(isAboveThreshold({ limit_per_call: 100, limit_per_day: 500 }, 499)).toBe(true)
    expect(isAboveThreshold({ limit_per_call: 100, limit_per_day: null }, 99)).toBe(true)
    expect(isAboveThreshold({ limit_per_call: null, limit_per_day: null }, 0)).toBe(false)
  })

  it('bounds nothing where there is none', () => {
    expect(isAboveThreshold({ limit_per_call: 100, limit_per_day: 500 }, null)).toBe(false)
    expect(refusalOf(() => assertConnectable({ limit_per_call: 1, limit_per_day: 1 }, null, ''))).toBeNull()
  })

  it.each([
    [{ limit_per_call: 51, limit_per_day: 500 }, 'limit_per_call'],
    [{ limit_per_call: 50, limit_per_day: 51 }, 'limit_per_day'],
    [{ limit_per_call: null, limit_per_day: 51 }, 'limit_per_day'],
  ])('rejects %j at %s', (limits, field) => {
    expect(refusalOf(() => assertConnectable(limits, 50, '₹0.50'))).toMatchObject({
      reason: 'input_validation_failed',
      field,
      message: expect.stringMatching(/^Your approval threshold is ₹0\.50\. .*ask to raise it/),
    })
  })
})

it.each<[boolean, string[], boolean, string[], boolean]>([
  [false, [], true, [], true],
  [true, [], true, [], false],
  [true, ['a'], false, ['a'], false],
  [true, ['a'], true, [], true],
  [true, ['a'], true, ['a', 'b'], true],
  [true, ['a'], true, ['b'], true],
  [true, ['a', 'b'], true, ['b'], false],
  [true, [], true, ['a'], false],
])(
  'a policy (self-registered %s, hosts %j) is looser as (%s, %j): %s',
  (wasOpen, hosts, isOpen, after, looser) => {
    expect(
      isLooserPolicy(
        { self_registered: wasOpen, redirect_hosts: hosts },
        { self_registered: isOpen, redirect_hosts: after },
      ),
    ).toBe(looser)
  },
)

it('leaves of scopes what was there, and never adds any', () => {
  const before = ['read_only', 'refunds:write']
  expect(scopesLeft(before, ['read_only'])).toEqual(['read_only'])
  expect(scopesLeft(before, before.toReversed())).toEqual(before)
  const refusal = { reason: 'input_validation_failed', field: 'scopes' }
  expect(
    refusalOf(() => scopesLeft(['read_only'], ['wallet:write', 'read_only', 'refunds:write'])),
  ).toMatchObject({
    ...refusal,
    message: expect.stringMatching(/: wallet:write, refunds:write was not granted/),
  })
  expect(refusalOf(() => scopesLeft(['read_only'], []))).toMatchObject({
    ...refusal,
    message: expect.stringMatching(/disconnect the app/),
  })
})
