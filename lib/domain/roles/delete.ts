import { holdChange } from '#lib/domain/approvals/change.ts'
import { FLOW_NAMES } from '#lib/domain/approvals/schema/policy.ts'
import type { Change } from '#lib/domain/approvals/schema.ts'
import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import { givenRole, knownPermissions, limitsOfRoles, lockRole } from '#lib/domain/roles/find.ts'
import { assertWithinOwn } from '#lib/domain/roles/grant.ts'
import { changesOfRoles, isLooserRole, type RoleLimits } from '#lib/domain/roles/rules.ts'
import { ChangedRole, DeleteRole } from '#lib/domain/roles/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { GrantedRole } from '#lib/values/permissions.ts'

export const deleteRole = defineOperation({
  name: 'delete_role',
  title: 'Delete a role',
  summary:
    'Deletes a role that the merchant made. Its people, and the invitations that were not accepted, get another role at once. Its approval thresholds end, which needs a second person, as does a role that may do more.',
  permission: 'team:write',
  loosensLimits: true,
  confirm: 'always',
  http: null,
  input: DeleteRole,
  output: ChangedRole,
  async run(context, { id, replace_with, reason }) {
    const row = await lockRole(context, id)
    const role = { id, name: row.name, permissions: knownPermissions(row.permissions) }
    assertWithinOwn(context, role, 'replace_with')
    const used = await usersOf(context, id)
    const next = replace_with ? await givenRole(context, replace_with, 'replace_with') : null
    if (next?.id === id)
      throw refused('input_validation_failed', 'Choose another role.', { field: 'replace_with' })
    if (next) assertWithinOwn(context, next, 'replace_with')
    else if (used.people + used.invitations > 0)
      throw refused('role_in_use', undefined, { field: 'replace_with' })
    const [limits, nextLimits] = await limitsOfRoles(context, role, ...(next ? [next] : []))
    const loses = limits.thresholds.some((one) => FLOW_NAMES.some((flow) => one[flow] !== null))
    const isUsed = used.people + used.invitations > 0
    const more = isUsed && nextLimits !== undefined && isLooserRole(limits, nextLimits)
    await holdChange(context, {
      operation: 'delete_role',
      input: { id, replace_with: replace_with ?? null },
      object_id: id,
      changes: wordsOf(limits, nextLimits),
      looser: loses || more,
      reason,
    })
    await replaceRole(context, id, next)
    const details = {
      before: { name: role.name, description: row.description, permissions: role.permissions },
      after: null,
      replaced_with: next?.name ?? null,
      ...used,
    }
    context.note(details)
    const { merchant_id } = context.account
    await auditElsewhere(context, [merchant_id], { action: 'delete_role', object_id: id, details })
    return role
  },
})

/** The changes, described for the approver. */
function wordsOf(role: RoleLimits, next: RoleLimits | undefined): Change[] {
  const deleted = { label: `Role ${role.name}`, before: 'Exists', after: 'Deleted' }
  if (next === undefined) return [deleted]
  return [deleted, ...changesOfRoles('Role of its people', role, next)]
}

/** The people who have a role, and the invitations that could still give it. */
async function usersOf({ account, tables }: Context, role: string) {
  const where = { merchant_id: account.merchant_id, role }
  const people = await tables.memberships.count({ where })
  return { people, invitations: await tables.invitations.count({ where: { ...where, accepted_at: null } }) }
}

/**
 * An invitation that is being accepted was waited for with the merchant, which its acceptance locks, too: its person is
 * among those who get the other role.
 */
async function replaceRole({ account, rows }: Context, id: string, next: GrantedRole | null): Promise<void> {
  const { merchant_id } = account
  await rows(
    'UPDATE merchants SET second_factor_roles = array_remove(second_factor_roles, $2) WHERE id = $1',
    [merchant_id, id],
  )
  await rows(
    `UPDATE accounts SET refund_approval_by_role = refund_approval_by_role - $2::text,
       wallet_credit_approval_by_role = wallet_credit_approval_by_role - $2::text,
       payout_approval_by_role = payout_approval_by_role - $2::text
     WHERE merchant_id = $1`,
    [merchant_id, id],
  )
  await rows('DELETE FROM roles WHERE merchant_id = $1 AND id = $2', [merchant_id, id])
  if (next) {
    await rows('UPDATE memberships SET role = $3 WHERE merchant_id = $1 AND role = $2', [
      merchant_id,
      id,
      next.id,
    ])
    await rows(
      'UPDATE invitations SET role = $3 WHERE merchant_id = $1 AND role = $2 AND accepted_at IS NULL',
      [merchant_id, id, next.id],
    )
  }
}
