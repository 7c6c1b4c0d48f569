import { z } from 'zod'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { FetchCustomer } from '#lib/domain/customers/schema.ts'
import { entryOf, type RecordEntry, type TimelineAuditLine, timelineOf } from '#lib/domain/timeline.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchCustomerTimeline = defineOperation({
  name: 'fetch_customer_timeline',
  title: 'Fetch the timeline of a customer',
  summary:
    'Lists what happened to a customer and to its payments and bills, newest first, with who did it and what an edit changed.',
  permission: 'customers:read',
  http: null,
  effect: 'read',
  input: FetchCustomer,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const { id } = await findCustomer(context, input.id)
    const of = { events: { customer_id: id }, objects: [id], quiet: QUIET }
    return { items: await timelineOf(context, of, editsAndRepeats) }
  },
})

/** An event shows the creation; `create_customer` writes another line when the same customer is requested again. */
const COMMENTS = ['add_comment', 'delete_comment'] as const
const QUIET = [
  'update_customer',
  'update_customer_if_unchanged',
  'edit_customer',
  'create_customer',
  ...COMMENTS,
] as const

function editsAndRepeats(lines: TimelineAuditLine[]): RecordEntry[] {
  return lines
    .filter((line) => line.action !== 'create_customer' || isRepeat(line))
    .map((line) => ({
      ...entryOf(line),
      what: nameOf(line),
    }))
}

/** All ways to edit a customer have one name. */
function nameOf({ action }: TimelineAuditLine): string {
  if (action === 'create_customer') return 'customer.repeated'
  return (COMMENTS as readonly string[]).includes(action) ? action : 'update_customer'
}

function isRepeat({ details }: TimelineAuditLine): boolean {
  return (details as { existing?: unknown }).existing === true
}
