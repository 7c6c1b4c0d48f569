import { FLOW_NAMES, FLOWS, type Flow } from '#lib/domain/approvals/schema/policy.ts'
import type { Change } from '#lib/domain/approvals/schema.ts'
import { GUARDED_PERMISSIONS, sentenceOf } from '#lib/domain/roles/schema/role-matrix.ts'
import type { Permission } from '#lib/permissions.ts'

type Described = { name: string; description: string; permissions: readonly Permission[] }

/** The guarded permissions that a change adds. */
export function gained(before: readonly Permission[], after: readonly Permission[]): Permission[] {
  return GUARDED_PERMISSIONS.filter((each) => after.includes(each) && !before.includes(each))
}

/** The changes of a role, described for the approver: each permission by itself. */
export function changesOfRole(before: Described, after: Described): Change[] {
  const named = { label: 'Role', before: before.name, after: after.name }
  const described =
    before.description === after.description
      ? []
      : [{ label: 'Description', before: before.description || 'None', after: after.description || 'None' }]
  return [named, ...described, ...permissionChanges(before.permissions, after.permissions)]
}

/** One change for each permission that only one of two roles has. */
export function permissionChanges(before: readonly Permission[], after: readonly Permission[]): Change[] {
  const word = (allowed: boolean) => (allowed ? 'Allowed' : 'Not allowed')
  const all = [...new Set([...before, ...after])]
  return all
    .filter((each) => before.includes(each) !== after.includes(each))
    .map((each) => ({
      label: `${sentenceOf(each)} (${each})`,
      before: word(before.includes(each)),
      after: word(after.includes(each)),
    }))
}

/** The thresholds of a role in one account, by flow; null without one. */
export type RoleThresholds = Record<Flow, number | null>

/**
 * Whether people who get another role are held to less: a flow that the new role can move has no threshold there, or a
 * higher one.
 */
export function isHeldToLess(
  before: RoleThresholds,
  after: RoleThresholds,
  permissions: readonly Permission[],
): boolean {
  return FLOW_NAMES.some((flow) => {
    if (!permissions.includes(FLOWS[flow].permission)) return false
    const [old, next] = [before[flow], after[flow]]
    return old !== null && (next === null || next > old)
  })
}
