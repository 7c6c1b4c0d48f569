import { FLOW_NAMES, FLOWS, type Flow } from '#lib/domain/approvals/schema/policy.ts'
import type { RoleLimits, RoleThresholds } from '#lib/domain/roles/rules.ts'
import type { GrantedRole } from '#lib/permissions.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/**
 * What some roles are held to: their permissions, whether they need a second factor, and their thresholds in each account.
 * The merchant is locked before.
 */
export async function limitsOfRoles<Roles extends readonly GrantedRole[]>(
  { account, tables }: Context,
  ...roles: Roles
): Promise<{ [At in keyof Roles]: RoleLimits }> {
  const { second_factor_roles, accounts } = await tables.merchants.findUniqueOrThrow({
    where: { id: account.merchant_id },
    include: { accounts: { orderBy: { id: 'asc' } } },
  })
  const limits = roles.map(
    ({ id, name, permissions }): RoleLimits => ({
      name,
      permissions,
      second_factor: second_factor_roles.includes(id),
      thresholds: accounts.map((row) => {
        const amounts = FLOW_NAMES.map((flow) => [flow, numberIn(row[FLOWS[flow].columns.by_role], id)])
        return Object.fromEntries(amounts) as Record<Flow, number | null> satisfies RoleThresholds
      }),
    }),
  )
  // As many as there are roles, in their order.
  return limits as { [At in keyof Roles]: RoleLimits }
}

function numberIn(byRole: unknown, role: string): number | null {
  const amount = (byRole as Record<string, number>)[role]
  return amount === undefined ? null : Number(amount)
}
