import { SCOPE_NAMES, SCOPES, type ScopeName } from '#lib/domain/connected-apps/schema/scopes.ts'
import type { Permission } from '#lib/permissions.ts'
import { type Operation, permissionsNeeded } from '#lib/pipeline/operation.ts'

/** What takes the card or the account of a payer, who alone may give it: no program that acts for one of the staff. */
const NEVER = new Set(['create_payment', 'create_upi_payment'])

/**
 * The scope that a program needs to run an operation for somebody, at /mcp as a tool and at /v1 alike; null for what none
 * may do. Webhooks are written under no scope: they lead data out of the house.
 */
export function scopeTaken(operation: Operation): ScopeName | null {
  if (NEVER.has(operation.name)) return null
  const reads = operation.effect === 'read'
  const takes = (scope: ScopeName) => {
    const permissions: readonly Permission[] = SCOPES[scope].permissions
    const all = permissionsNeeded(operation).every((permission) => permissions.includes(permission))
    return (scope === 'read_only') === reads && all
  }
  return SCOPE_NAMES.find(takes) ?? null
}
