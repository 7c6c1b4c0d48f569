import { type Permission, ROLE_PERMISSIONS, ROLES, type Role } from '#lib/permissions.ts'
import { ROLE_LABELS } from './role-labels.ts'

/** The roles that a person with these permissions may give, as choices. @param required those that need a second factor */
export function rolesWithin(own: ReadonlySet<Permission>, required: readonly Role[] = []) {
  return ROLES.filter((role) => ROLE_PERMISSIONS[role].every((permission) => own.has(permission))).map(
    (role) => {
      const { label, hint } = ROLE_LABELS[role]
      return { value: role, label, hint: required.includes(role) ? `${hint} ${SECOND_FACTOR}` : hint }
    },
  )
}

const SECOND_FACTOR = 'Requires a second factor, which they set up when they first sign in.'
