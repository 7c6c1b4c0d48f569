import { z } from 'zod'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { findBill } from '#lib/domain/bills/find.ts'
import { FetchBill } from '#lib/domain/bills/schema.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
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
    const { id } = await findBill(context, bill_id)
    const of = { events: { object_id: id }, objects: [id], quiet: { not: WITH_EVENTS } }
    return { items: await timelineOf(context, of) }
  },
})
