import type { Closure, Obstacle } from '#lib/domain/closures/schema.ts'
import { type AppError, refused } from '#lib/pipeline/errors.ts'
import { formatMoney } from '#lib/values/money-text.ts'

/** Why a deletion does not take effect, although no one cancelled it. */
export const REQUESTER_GONE = 'The person who requested the deletion no longer has permission to.'

/** What an obstacle is called, after "there is" or "there are". */
const NOUNS: Record<Obstacle['kind'], (count: number) => string> = {
  balance: () => 'in the balance',
  payments_in_progress: (count) =>
    count === 1 ? 'in 1 payment in progress' : `in ${count} payments in progress`,
  payments_authorized: (count) =>
    count === 1 ? 'in 1 authorized payment' : `in ${count} authorized payments`,
  refunds_pending: (count) => (count === 1 ? 'in 1 pending refund' : `in ${count} pending refunds`),
  payouts_processing: (count) => (count === 1 ? 'in 1 processing payout' : `in ${count} processing payouts`),
  settlements_created: (count) =>
    count === 1 ? 'in 1 settlement at the bank' : `in ${count} settlements at the bank`,
  transfers_on_hold: (count) => (count === 1 ? 'in 1 transfer on hold' : `in ${count} transfers on hold`),
  wallets: (count) => (count === 1 ? 'in 1 wallet' : `in ${count} wallets`),
  batches_running: (count) => (count === 1 ? 'in 1 running batch' : `in ${count} running batches`),
}

/** "₹1,250.00 in the balance" */
function obstacleText({ kind, count, amount, currency }: Obstacle): string {
  return `${formatMoney(amount, currency)} ${NOUNS[kind](count)}`
}

/** Why a merchant cannot be deleted yet, in a sentence. */
export function obstaclesText(obstacles: readonly Obstacle[]): string {
  return `There is still money in live mode: ${obstacles.map(obstacleText).join(', ')}.`
}

/** The error for money that is still there; null when there is none. */
export function moneyLeft(obstacles: readonly Obstacle[]): AppError | null {
  if (obstacles.length === 0) return null
  return refused('money_left', `${obstaclesText(obstacles)} Refund, settle or pay it out first.`)
}

/**
 * Whether an owner may carry a deletion out before its time: only another one than its requester, who could still request
 * it.
 * @returns the error, or null
 */
export function mayConfirm(closure: Closure, ownerId: string, requesterMay: boolean): AppError | null {
  if (closure.status !== 'waiting') return refused('closure_decided')
  if (!requesterMay)
    return refused('permission_denied', `${REQUESTER_GONE} Cancel it, then request it yourself.`)
  if (closure.requested_by_id === ownerId)
    return refused('approval_takes_another', "You can't confirm your own request. Ask another owner.")
  return null
}
