import { type ApprovalStatus, type Cause, HELD, isHeldOperation } from '#lib/domain/approvals/schema.ts'
import type { Permission } from '#lib/permissions.ts'
import { refused } from '#lib/pipeline/errors.ts'

/** An amount in the currency of the account; null when it is in another, so that no limit can be compared with it. */
type Comparable = number | null

/** The amounts above which it takes two people: of the merchant, of a role, of a key itself. Null is none. */
export type Thresholds = { merchant: number | null; role: number | null; key: number | null }

/** The totals that a movement counts towards, each with the cause that names it. */
const TOTALS = ['person_total', 'app_total', 'key_total', 'record_total'] as const
/** What moved without a second person in the last 24 hours, by total; a total that does not apply is left out. */
export type Totals = Partial<Record<(typeof TOTALS)[number], number>>

/** What an app may move alone. A limit that was never set lets nothing move. */
export type Limits = { perCall: number | null; perDay: number | null }

/** The lowest of the thresholds; null when there is none. A threshold of the key stands in place of the others. */
export function lowestOf({ merchant, role, key }: Thresholds): number | null {
  if (key !== null) return key
  const set = [merchant, role].filter((amount) => amount !== null)
  return set.length === 0 ? null : Math.min(...set)
}

/** Why an amount alone takes two people, or null when it does not. What cannot be compared is above every threshold. */
export function causeOfAmount(amount: Comparable, { merchant, role, key }: Thresholds): Cause | null {
  if (key !== null) return isAbove(amount, key) ? 'key_threshold' : null
  if (isAbove(amount, merchant)) return 'merchant_threshold'
  return isAbove(amount, role) ? 'role_threshold' : null
}

/** Why an amount takes two people with what moved before it, or null when the totals stay within the threshold. */
export function causeOfTotals(amount: number, threshold: number, totals: Totals): Cause | null {
  return TOTALS.find((name) => totals[name] !== undefined && totals[name] + amount > threshold) ?? null
}

/** @param limit null for none */
function isAbove(amount: Comparable, limit: number | null): boolean {
  return limit !== null && (amount === null || amount > limit)
}

/**
 * Why an app may not move this alone, or null when it may.
 * @param moved what it moved alone in the last 24 hours
 */
export function causeOfCall(amount: Comparable, moved: number, { perCall, perDay }: Limits): Cause | null {
  if (amount === null || perCall === null || amount > perCall) return 'limit_per_call'
  return perDay === null || moved + amount > perDay ? 'limit_per_day' : null
}

/**
 * Above a threshold another person than the one behind the app must decide; over a limit of an app, that person may.
 */
export function takesAnother(cause: string): boolean {
  return cause !== 'limit_per_call' && cause !== 'limit_per_day'
}

/** Two people, never one: the requester decides nothing about it, nor, above a threshold, the person behind an app or a key. */
export function mayDecide(
  approval: { cause: string; actor_kind: string; actor_id: string; user_id: string | null },
  userId: string,
): boolean {
  if (approval.actor_kind === 'user') return approval.actor_id !== userId
  return !takesAnother(approval.cause) || approval.user_id !== userId
}

type Standing = { status: string; expires_at: number | bigint }

/** The current status: an undecided approval past its time has expired, whether or not that is recorded yet. */
export function standingOf({ status, expires_at }: Standing, now: number): ApprovalStatus {
  return status === 'waiting' && Number(expires_at) <= now ? 'expired' : (status as ApprovalStatus)
}

type Decided = Standing & { id: string; operation: string } & Parameters<typeof mayDecide>[0]

/**
 * Lets a person decide about what waits.
 * @throws approval_decided when it does not wait any more, approval_takes_another when it is not theirs to decide
 */
export function decidable(approval: Decided, userId: string, now: number): void {
  waiting(approval, now)
  if (!mayDecide(approval, userId))
    throw refused('approval_takes_another', undefined, { metadata: { approval_id: approval.id } })
}

/** @throws approval_decided */
export function waiting(approval: Standing & { id: string }, now: number): void {
  const standing = standingOf(approval, now)
  if (standing === 'waiting') return
  const what = standing === 'expired' ? 'has expired' : `was already ${standing}`
  throw refused('approval_decided', `This request ${what}.`, {
    metadata: { approval_id: approval.id },
  })
}

/** Whether these permissions allow the operation itself. */
export function isAbleTo(operation: string, permissions: ReadonlySet<Permission>): boolean {
  return isHeldOperation(operation) && permissions.has(HELD[operation].permission)
}

/** An approver needs the permission of the operation itself. @throws permission_denied */
export function ableTo(operation: string, permissions: ReadonlySet<Permission>): void {
  if (isAbleTo(operation, permissions)) return
  const permission = isHeldOperation(operation) ? HELD[operation].permission : 'of it'
  throw refused(
    'permission_denied',
    `Approving this also requires the permission ${permission}. Ask an owner or admin to decide.`,
  )
}
