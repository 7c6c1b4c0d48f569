import { NOTIFICATION_KINDS, NOTIFICATIONS, type Notification } from '#lib/domain/notifications/schema.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** The kinds that a person with these permissions gets. */
export function offeredTo(permissions: ReadonlySet<Permission>): Notification[] {
  return NOTIFICATION_KINDS.filter((kind) => permissions.has(NOTIFICATIONS[kind]))
}

/** The muted kinds after a choice among those that are offered; the others stay as they were. */
export function mutedAfter(
  before: readonly string[],
  offered: readonly string[],
  on: readonly string[],
): string[] {
  return [
    ...before.filter((kind) => !offered.includes(kind)),
    ...offered.filter((kind) => !on.includes(kind)),
  ].sort()
}
