import { z } from 'zod'
import { eventBody } from '#lib/domain/events/rules.ts'
import { eventSnapshotOf } from '#lib/domain/events/snapshot.ts'
import { findWebhook } from '#lib/domain/webhooks/find.ts'
import { nameFor } from '#lib/domain/webhooks/rules.ts'
import { SendEvent } from '#lib/domain/webhooks/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const previewEvent = defineOperation({
  name: 'preview_event',
  title: 'Preview an event',
  summary: 'Returns the body that an endpoint would be sent of an object as it is now, without sending it.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: SendEvent,
  output: z.object({ body: z.string() }),
  async run(context, { id, event, object_id }) {
    const endpoint = await findWebhook(context, id)
    const { payload } = await eventSnapshotOf(context, event, object_id)
    const row = {
      account_id: context.account.id,
      event,
      contains: Object.keys(payload),
      payload: Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }])),
      created_at: context.now,
    }
    return { body: eventBody(row, nameFor(event, endpoint.events)) }
  },
})
