import { z } from 'zod'
import { recordNotFound } from '#lib/domain/record.ts'
import { findRole, knownPermissions } from '#lib/domain/roles/find.ts'
import { GetRoleDetails, RoleDetails, TeamRole } from '#lib/domain/roles/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'

export const listRoles = defineOperation({
  name: 'list_roles',
  title: 'List the roles of the team',
  summary:
    'Returns the built-in roles and those that the merchant made, with the permissions of each and how many people have it.',
  permission: 'team:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(TeamRole) }),
  run: async (context) => ({ items: await allRoles(context) }),
})

export const getRoleDetails = defineOperation({
  name: 'get_role_details',
  title: 'Get the details of a role',
  summary: 'Returns one role of the team with its permissions and the first 100 of its people.',
  permission: 'team:read',
  http: null,
  effect: 'read',
  input: GetRoleDetails,
  output: RoleDetails,
  async run(context, { id }) {
    if (!(await findRole(context, id))) throw recordNotFound('role', id)
    const role = (await allRoles(context)).find((one) => one.id === id)
    if (!role) throw recordNotFound('role', id)
    const people = await context.rows<RoleDetails['members'][number]>(
      `SELECT person.id, person.name, person.email FROM memberships membership
       JOIN users person ON person.id = membership.user_id
       WHERE membership.merchant_id = $1 AND membership.role = $2 ORDER BY person.name, person.id LIMIT 100`,
      [context.account.merchant_id, id],
    )
    return { ...role, members: people }
  },
})

type Counted = { role: string; people: number; invitations: number }

/** The built-in roles first, then those of the merchant by name. */
async function allRoles({ account, tables, rows, now }: Context): Promise<z.input<typeof TeamRole>[]> {
  const { merchant_id } = account
  const custom = await tables.roles.findMany({
    where: { merchant_id },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  const { second_factor_roles } = await tables.merchants.findUniqueOrThrow({
    where: { id: merchant_id },
    select: { second_factor_roles: true },
  })
  const counts = await rows<Counted>(
    `SELECT role, sum(people)::int AS people, sum(invitations)::int AS invitations FROM (
       SELECT role, 1 AS people, 0 AS invitations FROM memberships WHERE merchant_id = $1
       UNION ALL
       SELECT role, 0, 1 FROM invitations
       WHERE merchant_id = $1 AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > $2) used GROUP BY role`,
    [merchant_id, now],
  )
  const found = new Map(counts.map((counted) => [counted.role, counted]))
  const beside = (id: string) => ({
    people: found.get(id)?.people ?? 0,
    invitations: found.get(id)?.invitations ?? 0,
    second_factor: second_factor_roles.includes(id),
  })
  return [
    ...ROLES.map((id) => ({
      id,
      name: id,
      description: '',
      built_in: true,
      permissions: [...ROLE_PERMISSIONS[id]],
      created_by: null,
      created_at: null,
      updated_at: null,
      ...beside(id),
    })),
    ...custom.map(({ merchant_id: _, ...role }) => ({
      ...role,
      built_in: false,
      permissions: knownPermissions(role.permissions),
      ...beside(role.id),
    })),
  ]
}
