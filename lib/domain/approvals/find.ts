import type { Condition } from '#lib/database/conditions.ts'
import { approvalStatusOf } from '#lib/domain/approvals/rules.ts'
import { connectionsOfApp } from '#lib/domain/approvals/same-app.ts'
import { ALL_APPROVALS, Approval } from '#lib/domain/approvals/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { HAS_PERMISSIONS } from '#lib/domain/roles/find.ts'
import type { approvals } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { builtInRolesWith, type Permission } from '#lib/values/permissions.ts'

/**
 * The requests that a person sees in the list (apps have no list): all of the account with the permission to read them,
 * else their own and those of their apps.
 */
export function visibleTo({ actor }: Context): Condition[] {
  if (actor.kind === 'system' || actor.permissions.has(ALL_APPROVALS)) return []
  return [{ sql: 'user_id = ?', values: [actor.id] }]
}

/** An approval that the actor may see. @throws record_not_found */
export async function findApproval(context: Context, id: string): Promise<approvals> {
  const row = await context.tables.approvals.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  const { actor } = context
  const own = row && (await isRequestedBy(context, row))
  const all = actor.kind === 'system' || (actor.kind !== 'client' && actor.permissions.has(ALL_APPROVALS))
  if (!row || !(own || all)) throw recordNotFound('approval', id)
  return row
}

/** Whether the actor, or an app of this person, made the request. */
export async function isRequestedBy(
  { account, actor, rows }: Context,
  row: Pick<approvals, 'grant_id' | 'user_id'>,
): Promise<boolean> {
  if (actor.kind !== 'client') return row.user_id === actor.id
  if (row.grant_id === null || row.grant_id === actor.id) return row.grant_id === actor.id
  const same = await rows(`SELECT 1 WHERE $3::text IN (${connectionsOfApp()})`, [
    account.id,
    actor.id,
    row.grant_id,
  ])
  return same.length > 0
}

/** An approval that the actor may see, locked until the transaction ends. */
export async function lockApproval(context: Context, id: string): Promise<approvals> {
  await context.rows('SELECT 1 FROM approvals WHERE account_id = $1 AND id = $2 FOR UPDATE', [
    context.account.id,
    id,
  ])
  return findApproval(context, id)
}

/** A row with its current status. */
export function standing(context: Context, row: approvals): Approval {
  return Approval.parse({ ...row, status: approvalStatusOf(row, context.now) })
}

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
