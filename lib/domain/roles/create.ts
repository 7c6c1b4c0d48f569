import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import { lockRoles } from '#lib/domain/roles/find.ts'
import { assertGrantable } from '#lib/domain/roles/grant.ts'
import { ChangedRole, CreateRole } from '#lib/domain/roles/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { BASE_PERMISSIONS, builtInRole, PERMISSIONS, type Permission } from '#lib/values/permissions.ts'

/** The maximum number of roles that a merchant makes. */
export const MAX_ROLES = 50

export const createRole = defineOperation({
  name: 'create_role',
  title: 'Create a role',
  summary:
    'Creates a role of the team with chosen permissions, for both modes. One can grant only permissions that one has.',
  permission: 'team:write',
  confirm: 'always',
  http: null,
  input: CreateRole,
  output: ChangedRole,
  async run(context, { name, description, permissions: requested }) {
    const { merchant_id } = context.account
    const permissions = withBase(requested)
    assertGrantable(context, permissions)
    await lockRoles(context)
    await assertNameFree(context, name, null)
    const count = await context.tables.roles.count({ where: { merchant_id } })
    if (count >= MAX_ROLES) throw refused('too_many_roles')
    const role = await context.tables.roles.create({
      data: {
        merchant_id,
        id: context.newId('role'),
        name,
        description,
        permissions,
        created_by: context.actor.name,
        created_at: context.now,
        updated_at: context.now,
      },
    })
    const details = { before: null, after: { name, description, permissions } }
    context.note(details)
    await auditElsewhere(context, [merchant_id], { action: 'create_role', object_id: role.id, details })
    return { ...role, permissions }
  },
})

/** The permissions of a role in their usual order, with those of every role. @throws input_validation_failed */
export function withBase(requested: readonly Permission[]): Permission[] {
  if (requested.every((permission) => BASE_PERMISSIONS.includes(permission)))
    throw refused('input_validation_failed', 'Choose at least one permission.', { field: 'permissions' })
  return PERMISSIONS.filter((each) => requested.includes(each) || BASE_PERMISSIONS.includes(each))
}

/** @throws role_name_taken */
export async function assertNameFree(
  { account, rows }: Context,
  name: string,
  except: string | null,
): Promise<void> {
  const taken =
    builtInRole(name.toLowerCase()) !== undefined ||
    (
      await rows(
        'SELECT 1 FROM roles WHERE merchant_id = $1 AND lower(name) = lower($2) AND id IS DISTINCT FROM $3',
        [account.merchant_id, name, except],
      )
    ).length > 0
  if (taken) throw refused('role_name_taken', undefined, { field: 'name' })
}
