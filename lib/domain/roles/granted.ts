import type { memberships, roles } from '#lib/generated/prisma/client.ts'
import { builtInRole, type GrantedRole, type Permission, ROLE_GRANTABLE } from '#lib/permissions.ts'
import type { Columns } from '#lib/query.ts'

/** The role that the merchant made, named `custom`, of a `membership`; a built-in role has no row. */
export const ROLE_JOIN =
  'LEFT JOIN roles custom ON custom.merchant_id = membership.merchant_id AND custom.id = membership.role'

/** The columns that `grantedRole` reads, of a membership with ROLE_JOIN. */
export const ROLE_COLUMNS =
  'membership.role, custom.name AS role_name, custom.permissions AS role_permissions'

export type RoleRow = Columns<memberships, 'role'> & {
  role_name: roles['name'] | null
  role_permissions: roles['permissions'] | null
}

/** Where a role becomes permissions: the one of a membership, or null for a role that does not exist. */
export function grantedRole({ role, role_name, role_permissions }: RoleRow): GrantedRole | null {
  const builtIn = builtInRole(role)
  if (builtIn) return builtIn
  if (role_name === null || role_permissions === null) return null
  return { id: role, name: role_name, permissions: knownPermissions(role_permissions) }
}

/** The permissions of a role that a merchant made, those that exist in this version, in their usual order. */
export function knownPermissions(names: readonly string[]): Permission[] {
  return ROLE_GRANTABLE.filter((permission) => names.includes(permission))
}

/**
 * Whether a `membership` has all of some permissions: $2 are the built-in roles that have them, from
 * `builtInRolesWith`, and $3 the permissions.
 */
export const HAS_PERMISSIONS = `(membership.role = ANY($2::text[]) OR EXISTS (
  SELECT 1 FROM roles custom WHERE custom.merchant_id = membership.merchant_id AND custom.id = membership.role
    AND custom.permissions @> $3::text[]))`
