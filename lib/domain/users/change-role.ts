import { holdChange } from '#lib/domain/approvals/change.ts'
import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { findRole, givenRole, limitsOfRoles, ownRole } from '#lib/domain/roles/find.ts'
import { assertRoleWithinOwn, assertWithinOwn } from '#lib/domain/roles/grant.ts'
import { changesOfRoles, hasTighterLimits, isLooserRole } from '#lib/domain/roles/rules.ts'
import { assertAnotherOwner } from '#lib/domain/users/find.ts'
import { ChangeRole, Staff } from '#lib/domain/users/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import type { GrantedRole } from '#lib/values/permissions.ts'

export const changeRole = defineOperation({
  name: 'change_role',
  title: 'Change the role of a person',
  summary:
    'Gives a person of the team another role, in both modes. It applies to their next request, and to the apps that they connected. One can neither give nor take away a role with a permission that one lacks, and the last owner stays. Once the merchant has an approval threshold, a role that holds them, or you, to less needs a second person.',
  permission: 'team:write',
  loosensLimits: true,
  confirm: 'always',
  http: null,
  input: ChangeRole,
  output: Staff.extend({ role: ChangeRole.shape.role }),
  async run(context, { id, role, reason }) {
    const { merchant_id } = context.account
    const [person] = await context.rows<{ id: string; email: string; name: string }>(
      'SELECT id, email, name FROM users WHERE id = $1 FOR UPDATE',
      [id],
    )
    // The lock of the merchant takes its turn with other changes of its owners and roles.
    const given = await givenRole(context, role)
    const where = { merchant_id_user_id: { merchant_id, user_id: id } }
    const membership = await context.tables.memberships.findUnique({ where })
    if (!person || !membership) throw recordNotFound('user', id)
    await assertRoleWithinOwn(context, membership.role)
    assertWithinOwn(context, given)
    if (membership.role === 'owner' && role !== 'owner') await assertAnotherOwner(context, id, [merchant_id])
    const before = await findRole(context, membership.role)
    const own = (await ownRole(context)) ?? NO_ROLE
    const [old, next, giver] = await limitsOfRoles(context, before ?? NO_ROLE, given, own)
    await holdChange(context, {
      operation: 'change_role',
      input: { id, role },
      object_id: id,
      changes: changesOfRoles(`Role of ${person.email}`, old, next),
      // Held to less than before, or than the person who gives it.
      looser: isLooserRole(old, next) || hasTighterLimits(giver, next),
      reason,
    })
    await context.tables.memberships.update({ where, data: { role } })
    const details = {
      email: person.email,
      before: { role: before?.name ?? membership.role },
      after: { role: given.name },
    }
    context.note(details)
    await auditElsewhere(context, [merchant_id], { action: 'change_role', object_id: id, details })
    return { ...person, role }
  },
})

const NO_ROLE: GrantedRole = { id: '', name: 'None', permissions: [] }
