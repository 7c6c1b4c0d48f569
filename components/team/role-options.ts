import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/permissions.ts'
import { ROLE_LABELS } from './role-labels.ts'

/** The roles that a person with these permissions may give, as choices. */
export function rolesWithin(own: ReadonlySet<Permission>) {
  return ROLES.filter((role) => ROLE_PERMISSIONS[role].every((permission) => own.has(permission))).map(
    (role) => ({ value: role, ...ROLE_LABELS[role] }),
  )
}
