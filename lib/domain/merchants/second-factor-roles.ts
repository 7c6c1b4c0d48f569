import { z } from 'zod'
import { holdChange } from '#lib/domain/approvals/change.ts'
import { auditElsewhere } from '#lib/domain/audit/audit-elsewhere.ts'
import { SecondFactorRoles, UpdateSecondFactorRoles } from '#lib/domain/merchants/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { ownRoles } from '#lib/domain/roles/find.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { ROLES } from '#lib/values/permissions.ts'

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
    'Sets the roles whose people need an authenticator app or a passkey, in both modes. They can do nothing else in the dashboard until they have used one in their session. API keys and connected apps are unaffected. Only owners change this; once the merchant has an approval threshold, requiring it of fewer roles needs a second owner.',
  permission: 'security:write',
  loosensLimits: true,
  confirm: 'always',
  http: null,
  input: UpdateSecondFactorRoles,
  output: SecondFactorRoles,
  async run(context, { roles, reason }) {
    const { merchant_id } = context.account
    // Concurrent changes run in turn, so that each audit line names what it replaced.
    await context.rows('SELECT 1 FROM merchants WHERE id = $1 FOR UPDATE', [merchant_id])
    const before = await rolesOf(context)
    const second_factor_roles = [...new Set(roles)]
    const unknown = second_factor_roles.find((role) => !before.choices.some(({ id }) => id === role))
    if (unknown !== undefined) throw recordNotFound('role', unknown, 'roles', 400)
    const requirement = (all: string[], id: string) => (all.includes(id) ? 'Required' : 'Optional')
    await holdChange(context, {
      operation: 'update_second_factor_roles',
      input: { roles: second_factor_roles },
      object_id: merchant_id,
      changes: before.choices
        .map(({ id, name }) => ({
          label: `Second factor of ${name}`,
          before: requirement(before.roles, id),
          after: requirement(second_factor_roles, id),
        }))
        .filter((change) => change.before !== change.after),
      looser: before.roles.some((role) => !second_factor_roles.includes(role)),
      reason,
    })
    await context.tables.merchants.update({ where: { id: merchant_id }, data: { second_factor_roles } })
    const named = (ids: string[]) =>
      before.choices.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
    const details = {
      before: { second_factor_roles: named(before.roles) },
      after: { second_factor_roles: named(second_factor_roles) },
    }
    context.note(details)
    await auditElsewhere(context, [merchant_id], {
      action: 'update_second_factor_roles',
      object_id: merchant_id,
      details,
    })
    return rolesOf(context)
  },
})

async function rolesOf(context: Context): Promise<z.input<typeof SecondFactorRoles>> {
  const { tables, account } = context
  const { id, second_factor_roles } = await tables.merchants.findUniqueOrThrow({
    where: { id: account.merchant_id },
    select: { id: true, second_factor_roles: true },
  })
  const choices = [...ROLES.map((role) => ({ id: role, name: role })), ...(await ownRoles(context))].map(
    ({ id, name }) => ({ id, name }),
  )
  return {
    id,
    roles: choices.map((role) => role.id).filter((role) => second_factor_roles.includes(role)),
    choices,
  }
}
