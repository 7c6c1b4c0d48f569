import type { Columns } from '#lib/database/query.ts'
import { FLOW_NAMES, FLOWS, type Flow } from '#lib/domain/approvals/schema/policy.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import type { RoleLimits, RoleThresholds } from '#lib/domain/roles/rules.ts'
import type { memberships, roles } from '#lib/generated/prisma/client.ts'
import type { Context, Tables } from '#lib/pipeline/operation.ts'
import { builtInRole, type GrantedRole, type Permission, ROLE_GRANTABLE } from '#lib/values/permissions.ts'

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

type Merchant = { account: { merchant_id: string }; tables: Tables }

/** A role of the merchant, built-in or its own, by its ID; null for an unknown one. */
export async function findRole({ account, tables }: Merchant, id: string): Promise<GrantedRole | null> {
  const builtIn = builtInRole(id)
  if (builtIn) return builtIn
  const row = await tables.roles.findUnique({
    where: { merchant_id_id: { merchant_id: account.merchant_id, id } },
  })
  return row && { id, name: row.name, permissions: knownPermissions(row.permissions) }
}

/**
 * A role that is about to be given to a person, with the merchant locked, so that it is not deleted meanwhile.
 * @throws record_not_found
 */
export async function givenRole(context: Context, id: string, field = 'role'): Promise<GrantedRole> {
  await lockRoles(context)
  const role = await findRole(context, id)
  if (!role) throw recordNotFound('role', id, field, 400)
  return role
}

/** Changes of roles, and of who has them, take turns. */
export async function lockRoles({ account, rows }: Context): Promise<void> {
  await rows('SELECT 1 FROM merchants WHERE id = $1 FOR UPDATE', [account.merchant_id])
}

/** A role that the merchant made, locked with all its roles. @throws record_not_found */
export async function lockRole(context: Context, id: string): Promise<roles> {
  await lockRoles(context)
  const { account, tables } = context
  const row = await tables.roles.findUnique({
    where: { merchant_id_id: { merchant_id: account.merchant_id, id } },
  })
  if (!row) throw recordNotFound('role', id)
  return row
}

/** The role of the person who acts; null for an actor who is no person of the merchant. */
export async function ownRole(context: Context): Promise<GrantedRole | null> {
  const { account, actor, tables } = context
  if (actor.kind !== 'user') return null
  const membership = await tables.memberships.findUnique({
    where: { merchant_id_user_id: { merchant_id: account.merchant_id, user_id: actor.id } },
  })
  return membership && findRole(context, membership.role)
}

/** The roles that the merchant made, by name. */
export async function ownRoles({ account, tables }: Merchant): Promise<GrantedRole[]> {
  const rows = await tables.roles.findMany({
    where: { merchant_id: account.merchant_id },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ id, name, permissions }) => ({ id, name, permissions: knownPermissions(permissions) }))
}

/**
 * The names of roles by their IDs, for rows that show them. A built-in one is its own name; that of a deleted one is
 * null.
 */
export async function withRoleNames<Row extends { role: string }>(
  context: Merchant,
  rows: readonly Row[],
): Promise<(Row & { role_name: string | null })[]> {
  const custom = rows.some(({ role }) => !builtInRole(role)) ? await ownRoles(context) : []
  const names = new Map(custom.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    ...row,
    role_name: builtInRole(row.role)?.name ?? names.get(row.role) ?? null,
  }))
}

/**
 * What some roles are held to: their permissions, whether they need a second factor, and their thresholds in each account.
 * The merchant is locked before.
 */
export async function limitsOfRoles<Roles extends readonly GrantedRole[]>(
  { account, tables }: Context,
  ...roles: Roles
): Promise<{ [At in keyof Roles]: RoleLimits }> {
  const { second_factor_roles, accounts } = await tables.merchants.findUniqueOrThrow({
    where: { id: account.merchant_id },
    include: { accounts: { orderBy: { id: 'asc' } } },
  })
  const limits = roles.map(
    ({ id, name, permissions }): RoleLimits => ({
      name,
      permissions,
      second_factor: second_factor_roles.includes(id),
      thresholds: accounts.map((row) => {
        const amounts = FLOW_NAMES.map((flow) => [flow, numberIn(row[FLOWS[flow].columns.by_role], id)])
        return Object.fromEntries(amounts) as Record<Flow, number | null> satisfies RoleThresholds
      }),
    }),
  )
  // As many as there are roles, in their order.
  return limits as { [At in keyof Roles]: RoleLimits }
}

function numberIn(byRole: unknown, role: string): number | null {
  const amount = (byRole as Record<string, number>)[role]
  return amount === undefined ? null : Number(amount)
}
