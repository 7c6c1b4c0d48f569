/**
 * Operations that had another name in versions before 2026-11-23. Approvals, audit lines, idempotency keys and logged
 * requests keep the name that they were stored with, also by an older version that runs at the same time.
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

/** The present name of an operation, from a stored one. */
export function currentName(stored: string): string {
  return CURRENT.get(stored) ?? stored
}

/** The names under which rows of an operation may be stored. */
export function storedNames(operation: string): string[] {
  const former = FORMER.get(operation)
  return former === undefined ? [operation] : [operation, former]
}

/** The name in request hashes: the oldest, so that a repeat finds a request from before an upgrade. */
export function hashedName(operation: string): string {
  return FORMER.get(operation) ?? operation
}
