import { FLOW_NAMES, FLOWS, type Flow } from '#lib/domain/approvals/schema/policy.ts'
import type { Change } from '#lib/domain/approvals/schema.ts'
import { GUARDED_PERMISSIONS, sentenceOf } from '#lib/domain/roles/schema/role-matrix.ts'
import type { Permission } from '#lib/values/permissions.ts'

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

/** What a role is held to, with its thresholds in each account of the merchant, in the same order for every role. */
export type RoleLimits = {
  name: string
  permissions: readonly Permission[]
  second_factor: boolean
  thresholds: readonly RoleThresholds[]
}

/**
 * Whether people with one role are held to less with another: a flow that the other one can move has no threshold there,
 * or a higher one.
 */
export function hasTighterLimits(before: RoleLimits, after: RoleLimits): boolean {
  return FLOW_NAMES.some((flow) => {
    if (!after.permissions.includes(FLOWS[flow].permission)) return false
    return before.thresholds.some((thresholds, at) => {
      const [old, next] = [thresholds[flow], after.thresholds[at]?.[flow] ?? null]
      return old !== null && (next === null || next > old)
    })
  })
}

/**
 * Whether a role loosens what its people were held to with another one: it adds a guarded permission, has less of a
 * threshold, or guards something without the second factor that was required.
 */
export function isLooserRole(before: RoleLimits, after: RoleLimits): boolean {
  const unguarded = before.second_factor && !after.second_factor
  return (
    gained(before.permissions, after.permissions).length > 0 ||
    hasTighterLimits(before, after) ||
    (unguarded && gained([], after.permissions).length > 0)
  )
}

/** The changes of a person who gets another role, described for the approver. */
export function changesOfRoles(label: string, before: RoleLimits, after: RoleLimits): Change[] {
  const word = ({ second_factor }: RoleLimits) => (second_factor ? 'Required' : 'Optional')
  const factor =
    before.second_factor === after.second_factor
      ? []
      : [{ label: 'Second factor', before: word(before), after: word(after) }]
  return [
    { label, before: before.name, after: after.name },
    ...factor,
    ...permissionChanges(before.permissions, after.permissions),
  ]
}
