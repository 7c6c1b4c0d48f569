import { findApproval } from '#lib/domain/approvals/find.ts'
import { COMMENTED, type Commented } from '#lib/domain/comments/schema.ts'
import { findRecord, recordNotFound } from '#lib/domain/record.ts'
import { HAS_PERMISSIONS } from '#lib/domain/roles/find.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { builtInRolesWith, missingPermission } from '#lib/values/permissions.ts'

/**
 * The kind of a record that staff comment on, if the reader may see it. Comments are for people who are signed in.
 * @throws permission_denied, record_not_found
 */
export async function commentedOf(context: Context, id: string): Promise<Commented> {
  const { actor } = context
  const kind = COMMENTED[(id.split('_')[0] ?? '') as keyof typeof COMMENTED]
  if (actor.kind !== 'user') throw refused('permission_denied')
  if (kind === COMMENTED.apr) {
    await findApproval(context, id)
    return kind
  }
  if (!actor.permissions.has(kind.permission))
    throw refused('permission_denied', missingPermission(kind.permission))
  if (!(await findRecord(context, kind.table, id))) throw recordNotFound(kind.noun, id, 'object_id')
  return kind
}

/**
 * The people of the merchant who may see a record: only they can be mentioned. Who requested an approval sees it, too.
 * `muted`: without an email.
 */
export function readersOf({ account, rows }: Context, { permission }: Commented, object_id: string) {
  return rows<{ id: string; name: string; email: string; muted: boolean }>(
    `SELECT person.id, person.name, person.email, 'mention' = ANY(membership.muted_kinds) AS muted FROM memberships membership
     JOIN users person ON person.id = membership.user_id AND person.disabled_at IS NULL
     WHERE membership.merchant_id = $1 AND (${HAS_PERMISSIONS}
       OR person.id = (SELECT user_id FROM approvals WHERE account_id = $4 AND id = $5))
     ORDER BY person.name, person.id LIMIT 1000`,
    [account.merchant_id, builtInRolesWith([permission]), [permission], account.id, object_id],
  )
}
