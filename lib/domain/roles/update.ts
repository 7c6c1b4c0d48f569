import { holdChange } from '#lib/domain/approvals/change.ts'
import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import { assertNameFree, withBase } from '#lib/domain/roles/create.ts'
import { knownPermissions, lockRole } from '#lib/domain/roles/find.ts'
import { assertGrantable, assertWithinOwn } from '#lib/domain/roles/grant.ts'
import { changesOfRole, gained } from '#lib/domain/roles/rules.ts'
import { ChangedRole, UpdateRole } from '#lib/domain/roles/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const updateRole = defineOperation({
  name: 'update_role',
  title: 'Change a role',
  summary:
    'Replaces the name, description and permissions of a role that the merchant made. It applies to the next request of its people and their connected apps. One can neither change a role with a permission that one lacks, nor add one. Once the merchant has an approval threshold, adding a permission that moves money or decides about limits needs a second person.',
  permission: 'team:write',
  loosensLimits: true,
  confirm: 'always',
  http: null,
  input: UpdateRole,
  output: ChangedRole,
  async run(context, { id, name, description, permissions: requested, reason }) {
    const role = await lockRole(context, id)
    const had = knownPermissions(role.permissions)
    assertWithinOwn(context, { id, name: role.name, permissions: had }, 'permissions')
    const permissions = withBase(requested)
    assertGrantable(context, permissions)
    await assertNameFree(context, name, id)
    const before = { name: role.name, description: role.description, permissions: had }
    const after = { name, description, permissions }
    await holdChange(context, {
      operation: 'update_role',
      input: { id, name, description, permissions },
      object_id: id,
      changes: changesOfRole(before, after),
      looser: gained(had, permissions).length > 0,
      reason,
    })
    const { merchant_id } = context.account
    await context.tables.roles.update({
      where: { merchant_id_id: { merchant_id, id } },
      data: { ...after, updated_at: context.now },
    })
    const details = { before, after }
    context.note(details)
    await auditElsewhere(context, [merchant_id], { action: 'update_role', object_id: id, details })
    return { id, name, permissions }
  },
})
