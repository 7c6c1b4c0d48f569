import { z } from 'zod'
import { Replayed } from '#lib/domain/webhooks/schema.ts'
import type { webhook_endpoints } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { QUEUE_MISSED_EVENTS } from './queue-deliveries.ts'

/** Queues the events of a period for an endpoint that subscribed to them and was never sent them. @returns how many */
export async function queueMissed(context: Context, endpoint: webhook_endpoints, from: number, to: number) {
  const added = await context.rows(QUEUE_MISSED_EVENTS, [
    context.account.id,
    endpoint.id,
    context.now,
    from,
    to,
  ])
  return added.length
}

type Within = Partial<Record<'created_at' | 'last_attempt_at', { gte: number; lte?: number }>>

/** Queues the failed deliveries of an endpoint in a period again. @returns how many */
export async function queueFailedAgain(context: Context, endpoint: webhook_endpoints, within: Within) {
  const { count } = await context.tables.webhook_deliveries.updateMany({
    where: {
      account_id: context.account.id,
      endpoint_id: endpoint.id,
      state: 'failed',
      ...within,
    },
    data: {
      state: 'pending',
      cause: 'replay',
      round_at: context.now,
      round_attempts: 0,
      due_at: context.now,
    },
  })
  return count
}

/** Sends deliveries that wait for their next attempt now, in a new round: a recovered endpoint need not wait. */
export async function hasten(context: Context, endpoint: webhook_endpoints): Promise<void> {
  await context.tables.webhook_deliveries.updateMany({
    where: {
      account_id: context.account.id,
      endpoint_id: endpoint.id,
      state: 'pending',
      // Untried deliveries keep their time: a sandbox may delay them on purpose.
      attempts: { gt: 0 },
    },
    data: { round_attempts: 0, due_at: context.now },
  })
}

export const queueMissedEvents = defineOperation({
  name: 'queue_missed_events',
  title: 'Queue missed events of a webhook',
  summary: 'Queues what transactions added that were under way while an endpoint came back.',
  permission: 'webhooks:write',
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('webhook'), from: z.int(), to: z.int() }),
  output: Replayed,
  async run(context, input) {
    const endpoint = await context.tables.webhook_endpoints.findFirst({
      where: { account_id: context.account.id, id: input.id, deleted_at: null },
    })
    // Deleted meanwhile.
    if (!endpoint) return { id: input.id, count: 0 }
    const count = await context.transaction(async (inner) => {
      const found = await queueMissed(inner, endpoint, input.from, input.to)
      if (found > 0) inner.about(endpoint.id)
      inner.note({ count: found })
      return found
    })
    return { id: endpoint.id, count }
  },
})
