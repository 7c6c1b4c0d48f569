import { z } from 'zod'
import { missed } from '#lib/domain/webhooks/gap.ts'
import { Replayed } from '#lib/domain/webhooks/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const fillWebhookGap = defineOperation({
  name: 'fill_webhook_gap',
  title: 'Fill the gap of a webhook',
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
    // Deleted in the meantime.
    if (!endpoint) return { id: input.id, count: 0 }
    const count = await context.transaction(async (inner) => {
      const found = await missed(inner, endpoint, input.from, input.to)
      if (found > 0) inner.about(endpoint.id)
      inner.note({ count: found })
      return found
    })
    return { id: endpoint.id, count }
  },
})
