import { z } from 'zod'
import { eventBody } from '#lib/domain/events/rules.ts'
import { EVENT_NAMES } from '#lib/domain/events/schema.ts'
import { eventSnapshotOf } from '#lib/domain/events/snapshot.ts'
import { findWebhook } from '#lib/domain/webhooks/find.ts'
import { nameFor } from '#lib/domain/webhooks/rules.ts'
import { SendEvent } from '#lib/domain/webhooks/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const sendEvent = defineOperation({
  name: 'send_event',
  title: 'Send an event',
  summary: 'Makes an event of an object as it is now, for one endpoint alone, whatever that subscribed to.',
  permission: 'webhooks:write',
  emits: EVENT_NAMES,
  http: null,
  input: SendEvent,
  output: z.object({ id: z.string(), event_id: z.string() }),
  async run(context, input) {
    const endpoint = await findWebhook(context, input.id)
    if (!endpoint.active || endpoint.disabled_at !== null) throw refused('webhook_not_active')
    const about = await eventSnapshotOf(context, input.event, input.object_id)
    const event_id = context.emit({ event: input.event, ...about, endpoint_id: endpoint.id })
    context.note({ event: input.event, object_id: input.object_id, event_id })
    return { id: endpoint.id, event_id }
  },
})

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
