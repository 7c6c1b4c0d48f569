import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assertActive,
  assertExpiresLater,
  assertKeyGrantable,
  assertLimitsConsistent,
  loosened,
  warningDue,
} from '#lib/domain/api-keys/rules.ts'
import { PRESETS, scopesOf } from '#lib/domain/api-keys/schema/key-scopes.ts'
import { refusalOf } from '#lib/testing/refusal.ts'
import { KEY_PERMISSIONS, type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'
import { DAY } from '#lib/values/time.ts'

type Key = Parameters<typeof loosened>[0]

const key: Key = {
  scopes: ['orders:read'],
  allowed_addresses: ['10.0.0.0/8'],
  refund_limit: 500,
  refund_day_limit: 1_000,
  expires_at: 100,
  approval_above: 300,
}

it('knows what a change of a key loosens', () => {
  const loosens = (change: Partial<Key>, before: Partial<Key> = {}) =>
    loosened({ ...key, ...before }, { ...key, ...before, ...change })
  expect(loosens({})).toEqual([])
  expect(loosens({ scopes: ['orders:read', 'orders:write'] })).toEqual(['scopes'])
  // No scopes are all scopes.
  expect(loosens({ scopes: [] })).toEqual(['scopes'])
  expect(loosens({ scopes: ['orders:read'] }, { scopes: [] })).toEqual([])
  expect(loosens({ allowed_addresses: ['10.1.0.0/16'] })).toEqual([])
  expect(loosens({ allowed_addresses: ['10.1.0.0/16', '11.0.0.1'] })).toEqual(['allowed_addresses'])
  expect(loosens({ allowed_addresses: [] })).toEqual(['allowed_addresses'])
  expect(loosens({ allowed_addresses: ['10.0.0.1'] }, { allowed_addresses: [] })).toEqual([])
  for (const limit of ['refund_limit', 'refund_day_limit', 'expires_at'] as const) {
    const now = Number(key[limit])
    expect(loosens({ [limit]: now + 1 })).toEqual([limit])
    expect(loosens({ [limit]: null })).toEqual([limit])
    expect([loosens({ [limit]: now - 1 }), loosens({ [limit]: BigInt(now) })]).toEqual([[], []])
    expect(loosens({ [limit]: 5 }, { [limit]: null })).toEqual([])
  }
  expect(loosens({ approval_above: 301 })).toEqual(['approval_above'])
  expect(loosens({ approval_above: null })).toEqual(['approval_above'])
  expect(loosens({ approval_above: 299 })).toEqual([])
  // A threshold of its own may be above that of its creator.
  expect(loosens({ approval_above: 1 }, { approval_above: null })).toEqual(['approval_above'])
  expect(loosens({ approval_above: null }, { approval_above: null })).toEqual([])
  const { approval_above: _, ...without } = key
  expect(loosened(without, without)).toEqual([])
})

it('gives a key no permission that the person lacks, while they may tighten it', () => {
  const own = { permissions: new Set<Permission>(['orders:read']), account: { mode: 'live' as const } }
  expect(refusalOf(() => assertKeyGrantable(key, own))).toBeNull()
  const more = { ...key, scopes: ['orders:read', 'orders:write', 'refunds:write'] }
  const created = refusalOf(() => assertKeyGrantable(more, own))
  expect(created).toMatchObject({ reason: 'permission_denied', field: 'scopes' })
  expect(created?.message).toMatch(
    /^You can't grant permissions that you don't have: orders:write, refunds:write\. Remove/,
  )
  expect(refusalOf(() => assertKeyGrantable({ ...more, refund_limit: 1 }, own, more))).toBeNull()
  const loosenedLimit = refusalOf(() => assertKeyGrantable({ ...more, refund_limit: 501 }, own, more))
  expect(loosenedLimit).toMatchObject({ reason: 'permission_denied', field: 'refund_limit' })
  expect(loosenedLimit?.message).toMatch(
    /^You can tighten this key but not loosen it, because you don't have orders:write, refunds:write\./,
  )
  expect(refusalOf(() => assertKeyGrantable({ ...key, refund_limit: 501 }, own, key))).toBeNull()
})

describe.each(ROLES)('a key of the role %s', (role) => {
  const permissions = new Set(ROLE_PERMISSIONS[role])
  const isRefused = (scope: string, mode: 'test' | 'live') =>
    refusalOf(() => assertKeyGrantable({ ...key, scopes: [scope] }, { permissions, account: { mode } })) !==
    null

  it.each(KEY_PERMISSIONS)(
    'has %s in live mode with the role, in test mode also with keys:write',
    (scope) => {
      const isOwn = permissions.has(scope)
      expect(isRefused(scope, 'live')).toBe(!isOwn)
      expect(isRefused(scope, 'test')).toBe(!isOwn && !permissions.has('keys:write'))
    },
  )

  it('has every preset in test mode, if the role makes keys', () => {
    const lacking = (mode: 'test' | 'live') =>
      PRESETS.filter(({ grants }) => scopesOf(grants).some((scope) => isRefused(scope, mode))).map(
        ({ name }) => name,
      )
    if (permissions.has('keys:write')) expect(lacking('test')).toEqual([])
    if (role === 'developer') expect(lacking('live')).toEqual(['checkout', 'refunds', 'reporting', 'full'])
    if (role === 'owner' || role === 'admin') expect(lacking('live')).toEqual([])
  })
})

it('expires in the future, with a limit per refund within that of a day', () => {
  expect([refusalOf(() => assertExpiresLater(null, 5)), refusalOf(() => assertExpiresLater(6, 5))]).toEqual([
    null,
    null,
  ])
  expect(refusalOf(() => assertExpiresLater(5, 5))).toMatchObject({
    reason: 'input_validation_failed',
    field: 'expires_at',
    message: 'The expiry must be in the future.',
  })
  const refusal = (refund_limit: number | null, refund_day_limit: number | null) =>
    refusalOf(() => assertLimitsConsistent({ refund_limit, refund_day_limit }))
  expect([refusal(5, 5), refusal(6, null), refusal(null, 5)]).toEqual([null, null, null])
  expect(refusal(6, 5)).toMatchObject({
    reason: 'input_validation_failed',
    field: 'refund_limit',
    message: "The limit per refund can't exceed the 24-hour limit.",
  })
})

it('has ended when it was revoked or has expired', () => {
  const refusal = (revoked_at: number | null, expires_at: number | bigint | null) =>
    refusalOf(() => assertActive({ revoked_at, expires_at }, 5))?.reason ?? null
  expect([refusal(null, null), refusal(null, 6n)]).toEqual([null, null])
  expect([refusal(1, null), refusal(null, 5n)]).toEqual(['key_ended', 'key_ended'])
})

it('warns of its expiry once for each time ahead that it lasted', () => {
  const expires_at = 100 * DAY
  const expiring = {
    created_at: 0 as number | bigint,
    expires_at: expires_at as number | bigint | null,
    revoked_at: null as unknown,
    replaced_by: null as string | null,
    warned_expiry: null as number | bigint | null,
    warned_days: null as number | null,
  }
  const due = (at: number, change: Partial<typeof expiring> = {}) =>
    warningDue({ ...expiring, ...change }, at)
  expect(due(86 * DAY - 1)).toBeNull()
  expect(due(86 * DAY)).toBe(14)
  expect(due(97 * DAY - 1)).toBe(14)
  expect(due(97 * DAY)).toBe(3)
  expect(due(100 * DAY - 1)).toBe(3)
  expect(due(100 * DAY)).toBeNull()
  const warned = { warned_expiry: BigInt(expires_at), warned_days: 14 }
  expect([due(90 * DAY, warned), due(97 * DAY, warned)]).toEqual([null, 3])
  expect(due(98 * DAY, { ...warned, warned_days: 3 })).toBeNull()
  // Another expiry has its own warnings.
  expect(due(90 * DAY, { ...warned, warned_expiry: BigInt(expires_at - 1) })).toBe(14)
  expect(due(90 * DAY, { expires_at: null })).toBeNull()
  expect(due(90 * DAY, { revoked_at: 1 })).toBeNull()
  expect(due(90 * DAY, { replaced_by: 'key_2' })).toBeNull()
  // A key of ten days is not warned of fourteen days ahead.
  expect(due(91 * DAY, { created_at: 90 * DAY })).toBeNull()
  expect(due(97 * DAY, { created_at: 86 * DAY })).toBe(3)
  expect(due(87 * DAY, { created_at: BigInt(86 * DAY) })).toBeNull()
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 120 * DAY }), (at) => {
      const days = due(at)
      if (days !== null) expect(at).toBeGreaterThanOrEqual(expires_at - days * DAY)
    }),
  )
})
