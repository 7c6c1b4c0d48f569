import { z } from 'zod'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { findRefund } from '#lib/domain/refunds/find.ts'
import { FetchRefund } from '#lib/domain/refunds/schema.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchRefundTimeline = defineOperation({
  name: 'fetch_refund_timeline',
  title: 'Fetch the timeline of a refund',
  summary: 'Lists what happened to one refund, newest first, with who did it.',
  permission: 'refunds:read',
  http: null,
  effect: 'read',
  input: FetchRefund,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const { id, payment_id } = await findRefund(context, input.id)
    // Events are found by payment, which is indexed, and then filtered by refund.
    const events = { payment_id, payload: { path: ['refund', 'entity', 'id'], equals: id } }
    const quiet = ['update_refund', 'add_comment', 'delete_comment'] as const
    return { items: await timelineOf(context, { events, objects: [id], quiet }) }
  },
})
