import { changeWebhook } from '#lib/domain/webhooks/find.ts'
import { hasten, queueFailedAgain, queueMissed } from '#lib/domain/webhooks/missed-events.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** Stops sending: what waits goes on waiting, and of what happens from now on nothing is kept for it. */
export function pause(context: Context, endpoint: webhook_endpoints) {
  return changeWebhook(context, endpoint.id, { active: false, paused_at: endpoint.paused_at ?? context.now })
}

/** Sends again, with or without what happened in the meantime. */
export async function resume(context: Context, endpoint: webhook_endpoints, replay: boolean) {
  if (endpoint.active) return endpoint
  const row = await changeWebhook(context, endpoint.id, {
    active: true,
    paused_at: null,
    failing_since: null,
  })
  await hasten(context, row)
  if (replay && endpoint.paused_at !== null) await fillGap(context, row, Number(endpoint.paused_at))
  return row
}

/**
 * Takes an endpoint that was disabled into use again: what was given up since it began to fail, and what happened
 * since it was disabled, is sent now.
 */
export async function enableAgain(context: Context, endpoint: webhook_endpoints, replay: boolean) {
  if (endpoint.disabled_at === null) return endpoint
  const row = await changeWebhook(context, endpoint.id, {
    active: true,
    paused_at: null,
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
  })
  await hasten(context, row)
  if (!replay) return row
  // By their last attempt: the first that failed was made before anything had failed.
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
 * Events of the gap that exist now; and those that open transactions are about to add, shortly after: they looked for
 * endpoints before this one was back.
 */
async function fillGap(context: Context, endpoint: webhook_endpoints, from: number): Promise<number> {
  // A transaction that began before the pause and wrote during it belongs to the gap; what got through has its delivery.
  const since = Math.max(Number(endpoint.created_at) + 1, from - SETTLED_AFTER)
  const count = await queueMissed(context, endpoint, since, context.now)
  context.enqueue(
    'fill-webhook-gap',
    { account_id: context.account.id, webhook_id: endpoint.id, from: since, to: context.now },
    { after: SETTLED_AFTER },
  )
  return count
}
