import { grantableToKey, permissionsOfKey, WARNING_DAYS } from '#lib/domain/api-keys/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { isNetworkWithin } from '#lib/values/network.ts'
import { type Permission, whoHelps } from '#lib/values/permissions.ts'
import { DAY } from '#lib/values/time.ts'

/** The properties that limit what a key can do. */
type KeyBounds = {
  scopes: readonly string[]
  allowed_addresses: readonly string[]
  refund_limit: number | bigint | null
  refund_day_limit: number | bigint | null
  expires_at: number | bigint | null
  /** Replaces the thresholds of its creator. */
  approval_above?: number | bigint | null
}

/**
 * A key never has more permissions than the person who creates it, loosens it or receives its new secret can give. This
 * one rule covers creating, changing and rotating a key. A change that only tightens the key passes.
 * @param before the key before the change; omitted when a secret is handed out
 * @throws permission_denied
 */
export function assertKeyGrantable(
  after: KeyBounds,
  { permissions, account }: { permissions: ReadonlySet<Permission>; account: { mode: 'test' | 'live' } },
  before?: KeyBounds,
): void {
  if (before !== undefined && loosened(before, after).length === 0) return
  const grantable = grantableToKey(permissions, account.mode)
  const lacking = permissionsOfKey(after.scopes).filter((permission) => !grantable.includes(permission))
  if (lacking.length === 0) return
  throw refused(
    'permission_denied',
    before === undefined
      ? `You can't grant permissions that you don't have: ${lacking.join(', ')}. Remove them from the key. ${whoHelps(lacking)}`
      : `You can tighten this key but not loosen it, because you don't have ${lacking.join(', ')}. ${whoHelps(lacking)}`,
    { field: before === undefined ? 'scopes' : loosened(before, after)[0] },
  )
}

/** The limits that a change of a key loosens: more permissions, more networks, higher limits, a later expiry. */
export function loosened(before: KeyBounds, after: KeyBounds): (keyof KeyBounds)[] {
  const had = new Set(permissionsOfKey(before.scopes))
  const fields = {
    scopes: permissionsOfKey(after.scopes).some((permission) => !had.has(permission)),
    allowed_addresses: isWider(before.allowed_addresses, after.allowed_addresses),
    refund_limit: isHigher(before.refund_limit, after.refund_limit),
    refund_day_limit: isHigher(before.refund_day_limit, after.refund_day_limit),
    expires_at: isHigher(before.expires_at, after.expires_at),
    approval_above: isOther(before.approval_above ?? null, after.approval_above ?? null),
  }
  return (Object.keys(fields) as (keyof KeyBounds)[]).filter((field) => fields[field])
}

/** An empty list of networks allows all of them. */
function isWider(before: readonly string[], after: readonly string[]): boolean {
  if (before.length === 0) return false
  return after.length === 0 || after.some((network) => !isNetworkWithin(network, before))
}

/** The key's own threshold may be above that of its creator, so only a lower one is tighter. */
function isOther(before: number | bigint | null, after: number | bigint | null): boolean {
  return before === null ? after !== null : isHigher(before, after)
}

/** Null means no limit. */
function isHigher(before: number | bigint | null, after: number | bigint | null): boolean {
  return before !== null && (after === null || Number(after) > Number(before))
}

/** The expiry must be in the future. */
export function assertExpiresLater(expires_at: number | null, now: number): void {
  if (expires_at !== null && expires_at <= now)
    throw refused('input_validation_failed', 'The expiry must be in the future.', { field: 'expires_at' })
}

type Limits = { refund_limit: number | null; refund_day_limit: number | null }

/** The limit for one refund cannot exceed the limit for a day. */
export function assertLimitsConsistent({ refund_limit, refund_day_limit }: Limits): void {
  if (refund_limit !== null && refund_day_limit !== null && refund_limit > refund_day_limit)
    throw refused('input_validation_failed', "The limit per refund can't exceed the 24-hour limit.", {
      field: 'refund_limit',
    })
}

type Expiring = {
  created_at: number | bigint
  expires_at: number | bigint | null
  revoked_at: unknown
  replaced_by: string | null
  warned_expiry: number | bigint | null
  warned_days: number | null
}

/**
 * How many days before its expiry a key is to be warned of now: the shortest time ahead that has begun. Null when there is
 * nothing to say: the key has ended or was replaced, or a warning of this expiry was sent. A key that was made to last less
 * than a time ahead is not warned of then.
 */
export function warningDue(key: Expiring, now: number): number | null {
  if (key.expires_at === null || key.revoked_at !== null || key.replaced_by !== null) return null
  const expires = Number(key.expires_at)
  if (expires <= now) return null
  const due = WARNING_DAYS.filter(
    (days) => expires - days * DAY <= now && Number(key.created_at) < expires - days * DAY,
  ).at(-1)
  if (due === undefined) return null
  const warned = Number(key.warned_expiry) === expires ? key.warned_days : null
  return warned !== null && warned <= due ? null : due
}

/** What a reminder leaves in place of the days before an expiry. */
export const REMINDED = 0

/** Whether people are to be reminded now of a key that never expires: a year after it was created, and each year after. */
export function reminderDue(key: Expiring, now: number): boolean {
  if (key.expires_at !== null || key.revoked_at !== null || key.replaced_by !== null) return false
  const reminded = key.warned_days === REMINDED ? Number(key.warned_expiry) : 0
  return now - Math.max(Number(key.created_at), reminded) >= 365 * DAY
}

/** @throws key_ended */
export function assertActive(
  key: { revoked_at: unknown; expires_at: bigint | number | null },
  now: number,
): void {
  if (key.revoked_at !== null || (key.expires_at !== null && Number(key.expires_at) <= now))
    throw refused('key_ended')
}
