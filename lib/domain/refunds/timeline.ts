import { z } from 'zod'
import { TimelineEntry } from '#lib/domain/payments/schema.ts'
import { findRefund } from '#lib/domain/refunds/find.ts'
import { FetchRefund } from '#lib/domain/refunds/schema.ts'
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
    const account_id = context.account.id
    const { payment_id } = await findRefund(context, input.id)
    // Events are found by payment, which is indexed, and then filtered by refund.
    const events = await context.tables.events.findMany({
      where: {
        account_id,
        payment_id,
        endpoint_id: null,
        payload: { path: ['refund', 'entity', 'id'], equals: input.id },
      },
      orderBy: { id: 'desc' },
      take: 50,
    })
    const changes = await context.tables.audit_lines.findMany({
      where: {
        account_id,
        object_id: input.id,
        action: { in: ['update_refund', 'add_comment', 'delete_comment'] },
      },
      orderBy: { id: 'desc' },
      take: 50,
    })
    const entries = [
      ...events.map((event) => ({ ...event, what: event.event })),
      ...changes.map((change) => ({ ...change, what: change.action, payload: {} })),
    ]
    return { items: entries.sort((left, right) => Number(right.created_at - left.created_at)) }
  },
})
