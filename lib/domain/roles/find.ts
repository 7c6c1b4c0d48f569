import { recordNotFound } from '#lib/domain/record.ts'
import { knownPermissions } from '#lib/domain/roles/granted.ts'
import type { roles } from '#lib/generated/prisma/client.ts'
import { builtInRole, type GrantedRole } from '#lib/permissions.ts'
import type { Context, Tables } from '#lib/pipeline/operation.ts'

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
