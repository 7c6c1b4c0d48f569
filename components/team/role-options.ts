import type { TeamRole } from '#lib/domain/roles/schema.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { roleHint, roleWord } from './role-labels.ts'

/** The roles that a person with these permissions may give, as choices. */
export function rolesWithin(roles: readonly TeamRole[], own: ReadonlySet<Permission>) {
  return roles
    .filter(({ permissions }) => permissions.every((permission) => own.has(permission)))
    .map((role) => ({
      value: role.id,
      label: roleWord(role.name),
      hint: [roleHint(role), role.second_factor ? SECOND_FACTOR : ''].filter(Boolean).join(' '),
    }))
}

const SECOND_FACTOR = 'Requires a second factor, which they set up when they first sign in.'
