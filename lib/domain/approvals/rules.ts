import {
  APPROVABLE,
  type ApprovalStatus,
  type Cause,
  isApprovableOperation,
} from '#lib/domain/approvals/schema.ts'
import { refused, withAmounts } from '#lib/pipeline/errors.ts'
import { type Permission, permissionText, whoHelps } from '#lib/values/permissions.ts'

/** An amount in the currency of the account; null if it is in another, which cannot be compared with a limit. */
type Comparable = number | null

/** The thresholds of the merchant, of a role, and of a key. Null is none. */
export type Thresholds = { merchant: number | null; role: number | null; key: number | null }

/** The totals that a movement counts towards, each with its cause. */
const TOTALS = ['person_total', 'app_total', 'key_total', 'record_total'] as const
/** What moved without a second person in the last 24 hours, by total. Totals that do not apply are omitted. */
export type MovedTotals = Partial<Record<(typeof TOTALS)[number], number>>

/** What an app may move without approval. A limit that was never set allows nothing. */
type Limits = { perCall: number | null; perDay: number | null }

/** The lowest of the thresholds; null without any. A threshold of the key replaces the others. */
export function lowestOf({ merchant, role, key }: Thresholds): number | null {
  if (key !== null) return key
  const set = [merchant, role].filter((amount) => amount !== null)
  return set.length === 0 ? null : Math.min(...set)
}

/**
 * Why the amount alone needs a second person; null if it does not. An amount that cannot be compared is above every
 * threshold.
 */
export function causeOfAmount(amount: Comparable, { merchant, role, key }: Thresholds): Cause | null {
  if (key !== null) return isAbove(amount, key) ? 'key_threshold' : null
  if (isAbove(amount, merchant)) return 'merchant_threshold'
  return isAbove(amount, role) ? 'role_threshold' : null
}

/** Why the amount needs a second person when added to earlier ones; null while the totals stay within the threshold. */
export function causeOfTotals(amount: number, threshold: number, totals: MovedTotals): Cause | null {
  return TOTALS.find((name) => totals[name] !== undefined && totals[name] + amount > threshold) ?? null
}

/** @param limit null for none */
function isAbove(amount: Comparable, limit: number | null): boolean {
  return limit !== null && (amount === null || amount > limit)
}

/**
 * Why an app needs approval for this amount; null if it does not.
 * @param moved what it moved without approval in the last 24 hours
 */
export function causeOfCall(amount: Comparable, moved: number, { perCall, perDay }: Limits): Cause | null {
  if (amount === null || perCall === null || amount > perCall) return 'limit_per_call'
  return perDay === null || moved + amount > perDay ? 'limit_per_day' : null
}

/**
 * Above a threshold, someone other than the person behind the app must decide; above a limit of the app, that person
 * can.
 */
export function takesAnother(cause: string): boolean {
  return cause !== 'limit_per_call' && cause !== 'limit_per_day'
}

/** The requester never decides their own request, nor, above a threshold, does the person behind an app or a key. */
export function mayDecide(
  approval: { cause: string; actor_kind: string; actor_id: string; user_id: string | null },
  userId: string,
): boolean {
  if (approval.actor_kind === 'user') return approval.actor_id !== userId
  return !takesAnother(approval.cause) || approval.user_id !== userId
}

type Standing = { status: string; expires_at: number | bigint }

/** The current status: an undecided approval past its expiry has expired, whether or not that is recorded yet. */
export function approvalStatusOf({ status, expires_at }: Standing, now: number): ApprovalStatus {
  return status === 'waiting' && Number(expires_at) <= now ? 'expired' : (status as ApprovalStatus)
}

type Decided = Standing & { id: string; operation: string } & Parameters<typeof mayDecide>[0]

/**
 * Checks that a person can decide a pending request.
 * @throws approval_decided if it is no longer pending, approval_takes_another if someone else must decide it
 */
export function assertDecidable(approval: Decided, userId: string, now: number): void {
  assertWaiting(approval, now)
  if (!mayDecide(approval, userId))
    throw refused('approval_takes_another', undefined, { metadata: { approval_id: approval.id } })
}

/** @throws approval_decided */
export function assertWaiting(approval: Standing & { id: string }, now: number): void {
  const standing = approvalStatusOf(approval, now)
  if (standing === 'waiting') return
  const what = standing === 'expired' ? 'has expired' : `was already ${standing}`
  throw refused('approval_decided', `This request ${what}.`, {
    metadata: { approval_id: approval.id },
  })
}

/** Whether these permissions allow the operation itself. */
export function isAbleTo(operation: string, permissions: ReadonlySet<Permission>): boolean {
  return isApprovableOperation(operation) && permissions.has(APPROVABLE[operation].permission)
}

/** An approver needs the permission of the operation itself. @throws permission_denied */
export function assertAbleTo(operation: string, permissions: ReadonlySet<Permission>): void {
  if (isAbleTo(operation, permissions)) return
  const permission = isApprovableOperation(operation) ? APPROVABLE[operation].permission : null
  throw refused(
    'permission_denied',
    permission === null
      ? 'You can’t approve this. Ask an owner.'
      : `To approve this you also need permission to ${permissionText(permission)}. ${whoHelps([permission])}`,
  )
}

export type KeyLimits = { refund_limit: number | null; refund_day_limit: number | null }

/** @throws key_refund_limit, key_refund_day_limit */
export function assertWithinKeyLimits(
  { refund_limit, refund_day_limit }: KeyLimits,
  amount: number,
  refundedSoFar: number,
  { id: payment_id, currency }: { id: string; currency: string },
): void {
  const detail = { field: 'amount', metadata: { payment_id } }
  if (refund_limit !== null && amount > refund_limit) {
    throw refused(
      'key_refund_limit',
      withAmounts(
        currency,
        (money) => `The amount exceeds this key's limit of ${money(refund_limit)} for one refund.`,
      ),
      detail,
    )
  }
  if (refund_day_limit !== null && refundedSoFar + amount > refund_day_limit) {
    const left = Math.max(0, refund_day_limit - refundedSoFar)
    throw refused(
      'key_refund_day_limit',
      withAmounts(
        currency,
        (money) =>
          `This refund exceeds the key's 24-hour refund limit of ${money(refund_day_limit)}. ${money(left)} is left.`,
      ),
      detail,
    )
  }
}
