import { HAS_PERMISSIONS } from '#lib/domain/roles/granted.ts'
import { builtInRolesWith, type Permission } from '#lib/permissions.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The people who can approve, oldest account first; those who switched the email about it off come last. */
export async function approversOf(
  { account, rows }: Context,
  permission: Permission,
  limit: number,
): Promise<{ id: string; email: string; muted: boolean }[]> {
  const needed: Permission[] = ['approvals:write', permission]
  return rows(
    `SELECT person.id, person.email, 'approval' = ANY(membership.muted_kinds) AS muted FROM memberships membership
     JOIN users person ON person.id = membership.user_id AND person.disabled_at IS NULL
     WHERE membership.merchant_id = $1 AND ${HAS_PERMISSIONS}
     ORDER BY muted, membership.created_at, person.id LIMIT $4`,
    [account.merchant_id, builtInRolesWith(needed), needed, limit],
  )
}
