import { z } from 'zod'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { WEBHOOK_ACTIONS } from '#lib/domain/events/schema/timeline.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { findWebhook } from '#lib/domain/webhooks/find.ts'
import { FetchWebhook } from '#lib/domain/webhooks/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchWebhookTimeline = defineOperation({
  name: 'fetch_webhook_timeline',
  title: 'Fetch the timeline of a webhook',
  summary: 'Lists what was changed in an endpoint, newest first, with who did it.',
  permission: 'webhooks:read',
  http: null,
  effect: 'read',
  input: FetchWebhook,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const { id } = await findWebhook(context, input.id)
    return {
      items: await timelineOf(context, { events: { object_id: id }, objects: [id], quiet: WEBHOOK_ACTIONS }),
    }
  },
})
