import { expect, it } from 'vitest'
import { operations } from '#lib/domain/operations.ts'
import { withBase } from '#lib/domain/roles/create.ts'
import { grantedRole } from '#lib/domain/roles/find.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { permissionsNeeded } from '#lib/pipeline/operation.ts'
import { actorOf, emptyRuntime, Reached } from '#lib/testing/role-actor.ts'
import {
  missingPermission,
  PERMISSION_LABELS,
  PERMISSIONS,
  type Permission,
  ROLE_PERMISSIONS,
  ROLES,
  type Role,
} from '#lib/values/permissions.ts'

/** Whether the pipeline denied a missing permission; an operation that got further was permitted. */
async function isDenied(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
  } catch (thrown) {
    if (isAppError(thrown)) return thrown.reason === 'permission_denied'
    if (!(thrown instanceof Reached)) throw thrown
  }
  return false
}

it.each(ROLES)('%s runs exactly the operations whose every permission the role has', async (role) => {
  for (const operation of operations) {
    const may = permissionsNeeded(operation).every((each) => ROLE_PERMISSIONS[role].includes(each))
    const work = execute(emptyRuntime(), operation, actorOf(role), {}, { requestId: 'req_test' })
    expect(await isDenied(work), operation.name).toBe(!may)
  }
})

it.each([
  ['one permission', ['orders:read']],
  ['what moves money, and nothing to see', ['refunds:write', 'payouts:write']],
  ['all but the team', PERMISSIONS.filter((permission) => permission !== 'team:write')],
] as [string, Permission[]][])(
  'a role of the merchant with %s runs exactly its operations',
  async (_, chosen) => {
    const role = grantedRole({
      role: 'role_NfLw3gQ81xRt0a',
      role_name: 'Desk',
      role_permissions: withBase(chosen),
    })
    const permissions = new Set(role?.permissions)
    for (const operation of operations) {
      const may = permissionsNeeded(operation).every((each) => permissions.has(each))
      const actor = { ...actorOf('viewer'), permissions }
      const work = execute(emptyRuntime(), operation, actor, {}, { requestId: 'req_test' })
      expect(await isDenied(work), operation.name).toBe(!may)
    }
  },
)

it('a role of the merchant with every permission there is cannot run what only owners decide', () => {
  const role = grantedRole({
    role: 'role_NfLw3gQ81xRt0a',
    role_name: 'All',
    role_permissions: [...PERMISSIONS],
  })
  const denied = operations.filter((operation) =>
    permissionsNeeded(operation).some((each) => !role?.permissions.includes(each)),
  )
  expect(denied.map(({ name }) => name).sort()).toEqual(['confirm_closure', 'update_second_factor_roles'])
})

it('a role becomes permissions by its row, and only those that exist', () => {
  const row = {
    role: 'role_NfLw3gQ81xRt0a',
    role_name: 'Desk',
    role_permissions: ['refunds:write', 'gold:write'],
  }
  expect(grantedRole(row)).toEqual({ id: row.role, name: 'Desk', permissions: ['refunds:write'] })
  expect(grantedRole({ ...row, role_name: null, role_permissions: null })).toBeNull()
  // A row cannot stand in for a built-in role.
  expect(grantedRole({ ...row, role: 'viewer' })?.permissions).toEqual(ROLE_PERMISSIONS.viewer)
})

it('a list takes the permission to see what it lists', () => {
  const reads = PERMISSIONS.filter((permission) => permission.endsWith(':read'))
  const lists = reads.flatMap((permission) => {
    const noun = permission.slice(0, -':read'.length)
    const names = [`list_${noun}_for_dashboard`, `export_${noun}`, `fetch_all_${noun}`]
    return operations
      .filter(({ name }) => names.includes(name))
      .map((operation) => ({ operation, permission }))
  })
  expect(lists.length).toBeGreaterThanOrEqual(30)
  for (const { operation, permission } of lists) {
    // Everyone who may ask for an approval, or connect an app, reads those of their own.
    const own = { 'approvals:read': 'approvals:ask', 'apps:read': 'apps:connect' } as Record<string, string>
    expect(operation.permission, operation.name).toBe(own[permission] ?? permission)
  }
})

it('an export takes exports:read beside the permission of the list', () => {
  const files = operations.filter(({ name }) => /^export_/.test(name))
  expect(files.length).toBeGreaterThanOrEqual(11)
  for (const operation of files) {
    const noun = operation.name.slice('export_'.length)
    const list = operations.find(({ name }) => name === `list_${noun}_for_dashboard`)
    // Approvals and apps are read by everyone who may ask for one or connect one, who then sees those of their own.
    if (noun === 'approvals') expect(operation.permission).toBe('approvals:ask')
    else if (noun === 'apps') expect(operation.permission).toBe('apps:connect')
    else expect(operation.permission, operation.name).toMatch(/:read$/)
    if (list) expect(operation.permission, operation.name).toBe(list.permission)
    expect(permissionsNeeded(operation), operation.name).toContain('exports:read')
  }
  const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes('exports:read'))
  expect(roles).toEqual(['owner', 'admin', 'finance'])
})

it('names only roles that have the permission', () => {
  for (const permission of PERMISSIONS) {
    const named = /Ask an (.+)\.$/.exec(missingPermission(permission))?.[1]?.split(' or ') ?? []
    expect(named[0], permission).toBe('owner')
    for (const role of named) expect(ROLE_PERMISSIONS[role as Role], permission).toContain(permission)
  }
  expect(missingPermission('team:write')).toMatch(/\(team:write\)\. Ask an owner\.$/)
})

it('a second permission is named when the first is there', async () => {
  const operation = operations.find(({ name }) => name === 'export_payments')
  if (!operation) throw new Error('There is no export_payments.')
  await expect(
    execute(emptyRuntime(), operation, actorOf('support'), {}, { requestId: 'req_test' }),
  ).rejects.toMatchObject({
    reason: 'permission_denied',
    message: `You don't have permission to ${PERMISSION_LABELS['exports:read']} (exports:read). Ask an owner or admin.`,
  })
})
