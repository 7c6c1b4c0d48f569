import { z } from 'zod'
import { LogRetention, UpdateLogRetention } from '#lib/domain/requests/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const fetchLogRetention = defineOperation({
  name: 'fetch_log_retention',
  title: 'Fetch how long the request log is kept',
  summary: 'Returns for how many days the request log is kept, and how much there is of it.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: LogRetention,
  run: retentionOf,
})

export const updateLogRetention = defineOperation({
  name: 'update_log_retention',
  title: 'Change how long the request log is kept',
  summary:
    'Sets for how many days the request log of this account is kept. What is older goes within the hour.',
  permission: 'business:write',
  http: null,
  input: UpdateLogRetention,
  output: LogRetention,
  async run(context, { days }) {
    const where = { id: context.account.id }
    const before = await context.tables.accounts.findUniqueOrThrow({
      where,
      select: { request_log_days: true },
    })
    await context.tables.accounts.update({ where, data: { request_log_days: days } })
    context.about(context.account.id)
    context.noteChange(before, { request_log_days: days })
    return retentionOf(context)
  },
})

async function retentionOf(context: Context) {
  const [found] = await context.rows(
    `SELECT account.request_log_days AS days,
            (SELECT count(*) FROM request_logs WHERE account_id = $1) AS lines,
            (SELECT min(created_at) FROM request_logs WHERE account_id = $1) AS oldest_at,
            (SELECT coalesce(avg(size), 0) FROM
              (SELECT pg_column_size(line.*) AS size FROM request_logs line
               WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1000) AS newest)::float8 AS each
     FROM accounts account WHERE account.id = $1`,
    [context.account.id],
  )
  const row = found as {
    days: number
    lines: number | bigint
    oldest_at: number | bigint | null
    each: number
  }
  return { ...row, bytes: Math.round(Number(row.lines) * row.each) }
}
