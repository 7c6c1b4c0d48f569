import { describe, expect, it } from 'vitest'
import { operations } from '#lib/domain/operations.ts'
import {
  changesOfRole,
  changesOfRoles,
  gained,
  hasTighterLimits,
  isLooserRole,
} from '#lib/domain/roles/rules.ts'
import { permissionsIn } from '#lib/domain/roles/schema/matrix.ts'
import {
  GUARDED_PERMISSIONS,
  grantsOfRole,
  permissionsOfGrants,
  ROLE_MATRIX,
  sentencesOf,
} from '#lib/domain/roles/schema/role-matrix.ts'
import {
  BASE_PERMISSIONS,
  PERMISSION_LABELS,
  PERMISSIONS,
  type Permission,
  ROLE_GRANTABLE,
  ROLE_PERMISSIONS,
  ROLES,
} from '#lib/values/permissions.ts'

describe('the matrix of a role', () => {
  it('has every permission once, except those of every role and of owners alone', () => {
    const { resources, actions } = ROLE_MATRIX
    const all = [
      ...resources.flatMap(({ reads, writes }) => [...reads, ...writes]),
      ...actions.map(({ permission }) => permission),
    ]
    expect([...all, ...BASE_PERMISSIONS].sort()).toEqual([...ROLE_GRANTABLE].sort())
  })

  it.each(ROLES)('writes the built-in role %s down and reads it back', (role) => {
    const own = ROLE_PERMISSIONS[role]
    const read = permissionsOfGrants(grantsOfRole(own))
    // A level "write" takes "read" with it, so a role is never more than it was.
    expect(read.filter((permission) => !own.includes(permission))).toEqual([])
    expect(read).toEqual(ROLE_GRANTABLE.filter((permission) => own.includes(permission)))
  })

  it('grants nothing when it is empty', () => {
    expect(permissionsIn(ROLE_MATRIX, { levels: {}, actions: [] })).toEqual([])
    expect(permissionsOfGrants({ levels: {}, actions: [] })).toEqual(
      PERMISSIONS.filter((permission) => BASE_PERMISSIONS.includes(permission)),
    )
  })
})

it('every built-in role has the permissions of every role', () => {
  for (const role of ROLES)
    expect(ROLE_PERMISSIONS[role], role).toEqual(expect.arrayContaining([...BASE_PERMISSIONS]))
})

it('a permission that moves money or loosens limits is guarded', () => {
  const moving = operations.filter(({ movesMoney, loosensLimits }) => movesMoney || loosensLimits)
  expect(moving.length).toBeGreaterThan(10)
  // Connecting an app is bounded by the thresholds of its person.
  const guarded = [...GUARDED_PERMISSIONS, 'apps:connect']
  for (const { name, permission } of moving) expect(guarded, name).toContain(permission)
})

it('says each permission of a role as one sentence', () => {
  const said = sentencesOf(PERMISSIONS).flatMap(({ sentences }) => sentences)
  expect(said).toHaveLength(PERMISSIONS.length)
  expect(said.map((sentence) => sentence.toLowerCase()).sort()).toEqual(
    Object.values(PERMISSION_LABELS)
      .map((label) => label.toLowerCase())
      .sort(),
  )
  expect(sentencesOf(['refunds:write', 'refunds:read', 'profile:write'])).toEqual([
    { title: 'Move money', sentences: ['Issue refunds'] },
    { title: 'Change', sentences: ['Change your own account'] },
    { title: 'See', sentences: ['See refunds'] },
  ])
})

describe('a change of a role', () => {
  it('is looser when it adds what moves money or decides, and for nothing else', () => {
    expect(gained(['orders:read'], ['orders:read', 'orders:write', 'bills:read'])).toEqual([])
    expect(gained(['refunds:write'], ['orders:read'])).toEqual([])
    expect(gained(['orders:read'], ['refunds:write', 'approvals:write'])).toEqual([
      'refunds:write',
      'approvals:write',
    ])
  })

  it('is described permission by permission', () => {
    const before = { name: 'Desk', description: '', permissions: ['orders:read', 'bills:read'] as const }
    const after = {
      name: 'Desk',
      description: 'Nights',
      permissions: ['orders:read', 'refunds:write'] as const,
    }
    expect(changesOfRole(before, after)).toEqual([
      { label: 'Role', before: 'Desk', after: 'Desk' },
      { label: 'Description', before: 'None', after: 'Nights' },
      { label: 'See bills (bills:read)', before: 'Allowed', after: 'Not allowed' },
      { label: 'Issue refunds (refunds:write)', before: 'Not allowed', after: 'Allowed' },
    ])
    expect(changesOfRole(after, { ...after, name: 'Night desk', description: '' })).toEqual([
      { label: 'Role', before: 'Desk', after: 'Night desk' },
      { label: 'Description', before: 'Nights', after: 'None' },
    ])
    expect(changesOfRole(after, after)).toEqual([{ label: 'Role', before: 'Desk', after: 'Desk' }])
  })
})

const none = { refunds: null, wallet_credits: null, payouts: null }
const MOVES = ['refunds:write'] as const
const permissions = {
  name: 'Desk',
  permissions: MOVES,
  second_factor: true,
  thresholds: [none, { ...none, refunds: 100 }],
}
const next = (refunds: number | null, permissions: readonly Permission[] = MOVES, second_factor = true) => ({
  name: 'Night desk',
  permissions,
  second_factor,
  thresholds: [none, { ...none, refunds }],
})

it.each([
  ['a higher threshold', next(200), true],
  ['no threshold', next(null), true],
  ['the same', next(100), false],
  ['a lower one', next(50), false],
  ['none, without the permission', next(null, ['orders:read']), false],
  [
    'none in an account that had none',
    {
      ...next(100),
      thresholds: [
        { ...none, refunds: 5 },
        { ...none, refunds: 100 },
      ],
    },
    false,
  ],
  ['no thresholds in an account at all', { ...next(100), thresholds: [none] }, true],
] as const)('another role holds its people to less: %s', (_, after, less) => {
  expect(hasTighterLimits(permissions, after)).toBe(less)
  expect(isLooserRole(permissions, after)).toBe(less)
})

it.each([
  ['a guarded permission more', next(100, ['refunds:write', 'keys:write']), true],
  ['another one more', next(100, ['refunds:write', 'orders:read']), false],
  ['no second factor where it moves money', next(100, MOVES, false), true],
  ['no second factor where it only reads', next(100, ['orders:read'], false), false],
] as const)('another role loosens: %s', (_, after, looser) => {
  expect(isLooserRole(permissions, after)).toBe(looser)
})

it('another role loosens nothing where a second factor was optional before', () => {
  const optional = { ...permissions, second_factor: false }
  expect(isLooserRole(optional, next(100, MOVES, false))).toBe(false)
})

it('another role of a person is described with what it changes', () => {
  expect(changesOfRoles('Role of Asha', permissions, next(100, ['orders:read'], false))).toEqual([
    { label: 'Role of Asha', before: 'Desk', after: 'Night desk' },
    { label: 'Second factor', before: 'Required', after: 'Optional' },
    { label: 'Issue refunds (refunds:write)', before: 'Allowed', after: 'Not allowed' },
    { label: 'See orders (orders:read)', before: 'Not allowed', after: 'Allowed' },
  ])
  expect(changesOfRoles('Role of Asha', permissions, next(100))).toEqual([
    { label: 'Role of Asha', before: 'Desk', after: 'Night desk' },
  ])
})
