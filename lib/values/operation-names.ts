/**
 * Operations that had another name in versions before 2026-11-23. Approvals, audit lines, idempotency keys and logged
 * requests keep the name that they were written with, also by an older version that serves beside this one.
 */
export const FORMER_NAMES = {
  refund_payment_if_unchanged: 'refund_payment_seen',
  update_customer_if_unchanged: 'update_customer_seen',
  update_bill_if_unchanged: 'update_bill_seen',
  reduce_app_scopes: 'narrow_app',
  rotate_webhook_secret: 'roll_webhook_secret',
  queue_missed_events: 'fill_webhook_gap',
} as const

const FORMER: ReadonlyMap<string, string> = new Map(Object.entries(FORMER_NAMES))
const CURRENT: ReadonlyMap<string, string> = new Map(
  Object.entries(FORMER_NAMES).map(([current, former]) => [former, current]),
)

/** The name that an operation has now, from a name that was stored. */
export function currentName(stored: string): string {
  return CURRENT.get(stored) ?? stored
}

/** The names under which rows of an operation may be stored. */
export function storedNames(operation: string): string[] {
  const former = FORMER.get(operation)
  return former === undefined ? [operation] : [operation, former]
}

/** The name that requests of an operation are hashed with: the oldest, so that a repeat finds what began before an upgrade. */
export function hashedName(operation: string): string {
  return FORMER.get(operation) ?? operation
}
