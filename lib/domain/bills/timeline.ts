import { z } from 'zod'
import { findBill } from '#lib/domain/bills/find.ts'
import { FetchBill } from '#lib/domain/bills/schema.ts'
import { TimelineEntry } from '#lib/domain/payments/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/** Changes that an event already shows. */
const WITH_EVENTS = [
  'create_bill',
  'issue_bill',
  'update_bill',
  'update_bill_if_unchanged',
  'reissue_bill',
  'delete_bill',
]

export const fetchBillTimeline = defineOperation({
  name: 'fetch_bill_timeline',
  title: 'Fetch the timeline of a bill',
  summary: 'Lists what happened to a bill, newest first, with who did it.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: FetchBill,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, { bill_id }) {
    await findBill(context, bill_id)
    const about = {
      where: { account_id: context.account.id, object_id: bill_id },
      orderBy: { id: 'desc' },
    } as const
    const events = await context.tables.events.findMany({
      ...about,
      where: { ...about.where, endpoint_id: null },
      take: 200,
    })
    const lines = await context.tables.audit_lines.findMany({
      ...about,
      where: { ...about.where, action: { notIn: WITH_EVENTS } },
      take: 200,
    })
    const entries = [
      ...events.map((event) => ({ ...event, what: event.event })),
      ...lines.map((line) => ({ ...line, what: line.action, payload: {} })),
    ]
    return {
      items: entries.sort(
        (left, right) =>
          Number(right.created_at - left.created_at) || (left.id.slice(4) < right.id.slice(4) ? 1 : -1),
      ),
    }
  },
})
