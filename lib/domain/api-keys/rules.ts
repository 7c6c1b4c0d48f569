import { refused } from '#lib/errors.ts'
import { KEY_PERMISSIONS, type Permission } from '#lib/permissions.ts'

/**
 * Nobody hands on what they do not have: a key may do at most what its maker may. No scopes are all of them.
 * @throws permission_denied
 */
export function grant(scopes: readonly string[], own: ReadonlySet<Permission>): void {
  const wanted = scopes.length === 0 ? KEY_PERMISSIONS : KEY_PERMISSIONS.filter((one) => scopes.includes(one))
  const lacking = wanted.filter((permission) => !own.has(permission))
  if (lacking.length === 0) return
  throw refused(
    'permission_denied',
    `A key cannot be given what you may not do yourself: ${lacking.join(', ')}. Leave it out, or ask an owner or admin to make the key.`,
    { field: 'scopes' },
  )
}

/** A key ends after the present, or it would never have been in force. */
export function ends(expires_at: number | null, now: number): void {
  if (expires_at !== null && expires_at <= now)
    throw refused('input_validation_failed', 'The key must end after now.', { field: 'expires_at' })
}

type Limits = { refund_limit: number | null; refund_day_limit: number | null }

/** The ceiling of one refund is within that of a day, or it could never be reached. */
export function limits({ refund_limit, refund_day_limit }: Limits): void {
  if (refund_limit !== null && refund_day_limit !== null && refund_limit > refund_day_limit)
    throw refused('input_validation_failed', 'One refund cannot be more than all of a day.', {
      field: 'refund_limit',
    })
}

/** @throws key_ended */
export function inForce(key: { revoked_at: unknown; expires_at: bigint | number | null }, now: number): void {
  if (key.revoked_at !== null || (key.expires_at !== null && Number(key.expires_at) <= now))
    throw refused('key_ended')
}

/** @throws key_refund_limit, key_refund_day_limit */
export function withinCeilings(
  { refund_limit, refund_day_limit }: Limits,
  amount: number,
  refundedSoFar: number,
  payment_id: string,
): void {
  const detail = { field: 'amount', metadata: { payment_id } }
  if (refund_limit !== null && amount > refund_limit) {
    throw refused('key_refund_limit', `This key may give back at most ${refund_limit} in one refund.`, detail)
  }
  if (refund_day_limit !== null && refundedSoFar + amount > refund_day_limit) {
    const left = Math.max(0, refund_day_limit - refundedSoFar)
    throw refused(
      'key_refund_day_limit',
      `This key may give back at most ${refund_day_limit} in 24 hours, of which ${left} is left.`,
      detail,
    )
  }
}
