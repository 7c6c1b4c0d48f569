import { expect, it } from 'vitest'
import { operations } from '#lib/domain/operations.ts'
import { PERMISSION_LABELS, ROLE_PERMISSIONS, ROLES } from '#lib/permissions.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { permissionsNeeded } from '#lib/pipeline/operation.ts'
import { actorOf, emptyRuntime, Reached } from '#lib/testing/role-actor.ts'

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

it('an export takes exports:read beside the permission of the list', () => {
  const files = operations.filter(({ name }) => /^export_/.test(name))
  expect(files.length).toBeGreaterThanOrEqual(11)
  for (const operation of files) {
    expect(operation.permission, operation.name).toMatch(/:read$/)
    expect(permissionsNeeded(operation), operation.name).toContain('exports:read')
  }
  const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes('exports:read'))
  expect(roles).toEqual(['owner', 'admin', 'finance'])
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
