import { z } from 'zod'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/** The tables whose newest rows are watched. A change of a payment, an order or a refund leaves an event. */
const WATCHED = ['payments', 'orders', 'refunds', 'events', 'request_logs'] as const
export type Watched = (typeof WATCHED)[number]

/** The newest row of each watched table, from its index: while it stays the same, no list has a new row. */
export const fetchListMarks = defineOperation({
  name: 'fetch_list_marks',
  title: 'Fetch list marks',
  summary:
    'Returns the ID of the newest payment, order, refund, event and request, by which open lists notice changes.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.record(z.enum(WATCHED), z.string().nullable()),
  async run(context: Context) {
    const newest = (table: Watched) =>
      `(SELECT id FROM ${table} WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1) AS ${table}`
    const [marks] = await context.rows<Record<Watched, string | null>>(
      `SELECT ${WATCHED.map(newest).join(', ')}`,
      [context.account.id],
    )
    return marks as Record<Watched, string | null>
  },
})
