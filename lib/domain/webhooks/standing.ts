import { changeWebhook } from '#lib/domain/webhooks/find.ts'
import { hasten, queueFailedAgain, queueMissed } from '#lib/domain/webhooks/missed-events.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** Stops sending: pending deliveries stay pending, and later events are not queued. */
export function pause(context: Context, endpoint: webhook_endpoints) {
  return changeWebhook(context, endpoint, { active: false, paused_at: endpoint.paused_at ?? context.now })
}

/** Resumes sending, with or without a replay of the events since the pause. */
export async function resume(context: Context, endpoint: webhook_endpoints, replay: boolean) {
  if (endpoint.active) return endpoint
  const row = await changeWebhook(context, endpoint, {
    active: true,
    paused_at: null,
    failing_since: null,
  })
  await hasten(context, row)
  if (replay && endpoint.paused_at !== null) await fillGap(context, row, Number(endpoint.paused_at))
  return row
}

/**
 * Enables an endpoint that was disabled: the deliveries that failed since its first failure, and the events since it
 * was disabled, are sent now.
 */
export async function enableAgain(context: Context, endpoint: webhook_endpoints, replay: boolean) {
  if (endpoint.disabled_at === null) return endpoint
  const row = await changeWebhook(context, endpoint, {
    active: true,
    paused_at: null,
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
  })
  await hasten(context, row)
  if (!replay) return row
  // By the last attempt: nothing had failed before the first failure.
  const failed = await queueFailedAgain(context, row, {
    last_attempt_at: { gte: Number(endpoint.failing_since ?? endpoint.disabled_at) - SETTLED_AFTER },
  })
  const found = await fillGap(context, row, Number(endpoint.paused_at ?? endpoint.disabled_at))
  context.note({ replayed: failed + found })
  return row
}

/** Longer than any transaction takes. */
const SETTLED_AFTER = 30

/**
 * Queues the events of the gap that exist now, and shortly after those of open transactions, which looked for endpoints
 * before this one was enabled.
 */
async function fillGap(context: Context, endpoint: webhook_endpoints, from: number): Promise<number> {
  // A transaction that began before the pause and committed during it belongs to the gap; events that were queued have
  // their delivery.
  const since = Math.max(Number(endpoint.created_at) + 1, from - SETTLED_AFTER)
  const count = await queueMissed(context, endpoint, since, context.now)
  context.enqueue(
    'fill-webhook-gap',
    { account_id: context.account.id, webhook_id: endpoint.id, from: since, to: context.now },
    { after: SETTLED_AFTER },
  )
  return count
}
