import { z } from 'zod'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { PREFIXES } from '#lib/values/id.ts'

/** The kinds of records whose changes clients can subscribe to, and the table of each. */
const TABLES = {
  payment: 'payments',
  order: 'orders',
  refund: 'refunds',
  bill: 'bills',
  approval: 'approvals',
} as const
const KINDS = Object.keys(TABLES) as (keyof typeof TABLES)[]

/** The version of each row, by its primary key: while it stays the same, the record reads the same. */
export const fetchRecordMarks = defineOperation({
  name: 'fetch_record_marks',
  title: 'Fetch record marks',
  summary: 'Returns a text for each of these records that changes whenever the record changes.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ ids: z.array(z.string()) }),
  output: z.record(z.string(), z.string()),
  async run(context: Context, { ids }) {
    const values: unknown[] = [context.account.id]
    const next = (value: unknown) => `$${values.push(value)}`
    const marks = KINDS.map((kind) => {
      const some = ids.filter((id) => id.startsWith(`${PREFIXES[kind]}_`))
      // A request for approval expires without a write.
      const expired =
        kind === 'approval'
          ? ` || CASE WHEN status = 'waiting' AND expires_at <= ${next(context.now)} THEN ' expired' ELSE '' END`
          : ''
      return `SELECT id, xmin::text${expired} AS mark FROM ${TABLES[kind]}
        WHERE account_id = $1 AND id = ANY(${next(some)})`
    })
    const rows = await context.rows<{ id: string; mark: string }>(marks.join(' UNION ALL '), values)
    return Object.fromEntries(rows.map(({ id, mark }) => [id, mark]))
  },
})
