import { z } from 'zod'
import { SecondFactorRoles, UpdateSecondFactorRoles } from '#lib/domain/merchants/schema.ts'
import { auditElsewhere } from '#lib/domain/users/notify-owners.ts'
import { ROLES } from '#lib/permissions.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const fetchSecondFactorRoles = defineOperation({
  name: 'fetch_second_factor_roles',
  title: 'Fetch the roles that need a second factor',
  summary: 'Returns the roles whose people need an authenticator app or a passkey.',
  permission: 'team:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: SecondFactorRoles,
  run: rolesOf,
})

export const updateSecondFactorRoles = defineOperation({
  name: 'update_second_factor_roles',
  title: 'Require a second factor of roles',
  summary:
    'Sets the roles whose people need an authenticator app or a passkey, in both modes. Those without one can do nothing else in the dashboard until they have set one up. API keys and connected apps are unaffected.',
  permission: 'team:write',
  confirm: 'always',
  http: null,
  input: UpdateSecondFactorRoles,
  output: SecondFactorRoles,
  async run(context, { roles }) {
    const { merchant_id } = context.account
    // Concurrent changes run in turn, so that each audit line names what it replaced.
    await context.rows('SELECT 1 FROM merchants WHERE id = $1 FOR UPDATE', [merchant_id])
    const before = await rolesOf(context)
    const second_factor_roles = [...new Set(roles)]
    await context.tables.merchants.update({ where: { id: merchant_id }, data: { second_factor_roles } })
    const details = {
      before: { second_factor_roles: before.roles },
      after: { second_factor_roles },
    }
    context.note(details)
    await auditElsewhere(context, [merchant_id], {
      ...{ action: 'update_second_factor_roles', object_id: merchant_id, details },
    })
    return rolesOf(context)
  },
})

async function rolesOf({ tables, account }: Context): Promise<z.input<typeof SecondFactorRoles>> {
  const { id, second_factor_roles } = await tables.merchants.findUniqueOrThrow({
    where: { id: account.merchant_id },
    select: { id: true, second_factor_roles: true },
  })
  return { id, roles: ROLES.filter((role) => second_factor_roles.includes(role)) }
}
