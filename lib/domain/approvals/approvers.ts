import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/permissions.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The people who can approve, oldest account first; those who switched the email about it off come last. */
export async function approversOf(
  { account, rows }: Context,
  permission: Permission,
  limit: number,
): Promise<{ id: string; email: string; muted: boolean }[]> {
  const able = ROLES.filter(
    (role) =>
      ROLE_PERMISSIONS[role].includes('approvals:write') && ROLE_PERMISSIONS[role].includes(permission),
  )
  return rows(
    `SELECT person.id, person.email, 'approval' = ANY(membership.muted_kinds) AS muted FROM memberships membership
     JOIN users person ON person.id = membership.user_id AND person.disabled_at IS NULL
     WHERE membership.merchant_id = $1 AND membership.role = ANY($2::text[])
     ORDER BY muted, membership.created_at, person.id LIMIT $3`,
    [account.merchant_id, able, limit],
  )
}
