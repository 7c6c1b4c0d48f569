import { PERMISSION_LABELS, type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/permissions.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The permissions of a role by its name; none for an unknown one. */
function permissionsOfRole(role: string): readonly Permission[] {
  const known = ROLES.find((name) => name === role)
  return known ? ROLE_PERMISSIONS[known] : []
}

/**
 * A person gives a role, or takes one away, only within their own permissions; the platform gives any.
 * @throws permission_denied
 */
export function assertWithinOwn({ actor }: Pick<Context, 'actor'>, role: string): void {
  if (actor.kind === 'system') return
  const lacking = permissionsOfRole(role).find((permission) => !actor.permissions.has(permission))
  if (lacking === undefined) return
  throw refused(
    'permission_denied',
    `The role ${role} has permission to ${PERMISSION_LABELS[lacking]} (${lacking}), which you don't have. Ask an owner.`,
    { field: 'role' },
  )
}
