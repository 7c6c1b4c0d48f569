import { DAY, MINUTE } from '#lib/values/time.ts'
import type { Claimed } from '#lib/webhooks/claim.ts'
import type { DeliveryOutcome } from '#lib/webhooks/record.ts'
import type { DeliveryResponse } from '#lib/webhooks/send.ts'

/** How long an endpoint is tried, from the first attempt of a round on; the minute lets the first failure be older than a day at the last. */
export const TRIED_FOR = DAY + MINUTE

const FIRST = 5
const GROWTH = 3
const MOST = 3600

/**
 * When a delivery is retried after a failed attempt: after 5, 15, 45 seconds and so on up to an hour, each with a
 * quarter of jitter, so that deliveries that failed together are not retried together. The last attempt is at the end
 * of the day; after that there is none.
 * @param attempts how many the round has had
 * @param since the time of its first attempt, in Unix seconds
 * @param chance from 0 to 1
 */
export function nextAttempt(attempts: number, since: number, now: number, chance: number): number | null {
  if (now >= since + TRIED_FOR) return null
  const pause = Math.min(MOST, FIRST * GROWTH ** (attempts - 1)) * (0.75 + chance / 2)
  return Math.min(now + Math.max(1, Math.round(pause)), since + TRIED_FOR)
}

/** The state of a delivery after an attempt: delivered, queued for a retry, or failed. */
export function outcomeOf(
  delivery: Claimed,
  response: DeliveryResponse,
  { now, chance, otherSecret }: { now: number; chance: number; otherSecret: boolean },
): DeliveryOutcome {
  const round_at = delivery.round_attempts === 0 ? now : delivery.round_at
  const round_attempts = delivery.round_attempts + 1
  const shared = {
    ...claimOf(delivery),
    cause: delivery.cause,
    round_at,
    round_attempts,
    made: 1,
    last_attempt_at: now,
    last_status: response.status,
  }
  if (response.failure === null)
    return { ...shared, state: 'delivered', due_at: null, last_error: null, delivered_at: now }
  // While two secrets are active, the receiver may know the other one: retry at once, signed with that.
  const due_at = otherSecret ? now : nextAttempt(round_attempts, round_at, now, chance)
  return {
    ...shared,
    // What is retried is retried on schedule; what was held back on purpose stays outside the order of its object.
    cause: delivery.cause === 'chaos' ? 'chaos' : 'schedule',
    state: due_at === null ? 'failed' : 'pending',
    due_at,
    last_error: response.failure.words,
    delivered_at: null,
  }
}

/** Returns the claim unchanged, for another process to take: nothing was sent. */
export function released(delivery: Claimed): DeliveryOutcome {
  return { ...unsent(delivery), state: 'pending', due_at: delivery.due_at }
}

/** Held back on purpose; it neither waits for others of its object from then on, nor do they for it. */
export function postponed(delivery: Claimed, due_at: number): DeliveryOutcome {
  return { ...unsent(delivery), state: 'pending', due_at, cause: 'chaos' }
}

/** Left out on purpose. */
export function dropped(delivery: Claimed, now: number): DeliveryOutcome {
  return {
    ...unsent(delivery),
    state: 'dropped',
    due_at: null,
    cause: 'chaos',
    made: 1,
    last_attempt_at: now,
    last_error: LEFT_OUT,
  }
}

export const LEFT_OUT = 'Dropped on purpose by the fault injection of this endpoint.'

function unsent(delivery: Claimed) {
  return {
    ...claimOf(delivery),
    cause: delivery.cause as string,
    round_at: delivery.round_at,
    round_attempts: delivery.round_attempts,
    made: 0,
    last_attempt_at: null,
    last_status: null,
    last_error: null as string | null,
    delivered_at: null,
  }
}

function claimOf({ account_id, endpoint_id, event_id, token }: Claimed) {
  return { account_id, endpoint_id, event_id, token }
}
