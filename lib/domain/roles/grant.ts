import { findRole } from '#lib/domain/roles/find.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { type GrantedRole, PERMISSION_LABELS, type Permission } from '#lib/values/permissions.ts'

/**
 * A person gives a role, or takes one away, only within their own permissions; the platform gives any.
 * @throws permission_denied
 */
export function assertWithinOwn(
  { actor }: Pick<Context, 'actor'>,
  { name, permissions }: GrantedRole,
  field = 'role',
): void {
  const lacking = lackedBy(actor, permissions)
  if (lacking === undefined) return
  throw refused(
    'permission_denied',
    `The role ${name} has permission to ${PERMISSION_LABELS[lacking]} (${lacking}), which you don't have. Ask an owner.`,
    { field },
  )
}

/** The same for the present role of a person or of an invitation; a role that does not exist has no permission. */
export async function assertRoleWithinOwn(context: Context, role: string): Promise<void> {
  const roleOfPerson = await findRole(context, role)
  if (roleOfPerson) assertWithinOwn(context, roleOfPerson)
}

/** A person makes a role only of permissions that they have. @throws permission_denied */
export function assertGrantable({ actor }: Pick<Context, 'actor'>, permissions: readonly Permission[]): void {
  const lacking = lackedBy(actor, permissions)
  if (lacking === undefined) return
  throw refused(
    'permission_denied',
    `You don't have permission to ${PERMISSION_LABELS[lacking]} (${lacking}), so you can't grant it. Ask an owner.`,
    { field: 'permissions' },
  )
}

function lackedBy({ kind, permissions: own }: Context['actor'], permissions: readonly Permission[]) {
  return kind === 'system' ? undefined : permissions.find((permission) => !own.has(permission))
}
