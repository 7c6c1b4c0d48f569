import { z } from 'zod'
import { queueMissed } from '#lib/domain/webhooks/missed-events.ts'
import { Replayed } from '#lib/domain/webhooks/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

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
