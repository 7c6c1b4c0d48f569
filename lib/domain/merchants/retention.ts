import { z } from 'zod'
import type { Columns } from '#lib/database/query.ts'
import { Retention, UpdateRetention } from '#lib/domain/merchants/schema.ts'
import type { accounts } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { Permission } from '#lib/values/permissions.ts'

export const fetchRetention = defineOperation({
  name: 'fetch_retention',
  title: 'Fetch how long data is kept',
  summary:
    'Returns for how many days the request log, events and copies of emails are kept, and the size of the request log.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: Retention,
  run: retentionOf,
})

/** For how long one kind of data is kept, for those who see that kind: what is older is no longer found. */
export const fetchRequestDays = fetchDays('request_log_days', 'requests', 'requests:read')
export const fetchEventDays = fetchDays('event_days', 'events', 'events:read')
export const fetchMailDays = fetchDays('mail_days', 'emails', 'mails:read')

function fetchDays(setting: Setting, nouns: string, permission: Permission) {
  return defineOperation({
    name: `fetch_${setting}`,
    title: `Fetch how long ${nouns} are kept`,
    summary: `Returns for how many days ${nouns} are kept; null: as long as the operator of the server keeps them.`,
    permission,
    http: null,
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ days: z.int().nullable() }),
    run: async (context) => ({ days: (await settingsOf(context))[setting] }),
  })
}

export const updateRetention = defineOperation({
  name: 'update_retention',
  title: 'Change how long data is kept',
  summary:
    'Sets for how many days the request log, events and copies of emails of this account are kept. Older ones are deleted within hours.',
  permission: 'business:write',
  http: null,
  input: UpdateRetention,
  output: Retention,
  async run(context, input) {
    const { id } = context.account
    // Concurrent changes run in turn, so that each audit line names what it replaced.
    await context.rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [id])
    const before = await settingsOf(context)
    await context.tables.accounts.update({ where: { id }, data: input })
    context.about(id)
    context.noteChange(before, input)
    return retentionOf(context)
  },
})

const NAMES = ['request_log_days', 'event_days', 'mail_days'] as const
type Setting = (typeof NAMES)[number]
type Settings = Columns<accounts, Setting>

async function settingsOf({ rows, account }: Context): Promise<Settings> {
  const [row] = await rows<Settings>(
    'SELECT request_log_days, event_days, mail_days FROM accounts WHERE id = $1',
    [account.id],
  )
  if (!row) throw new Error(`There is no account ${account.id}.`)
  return row
}

async function retentionOf(context: Context) {
  const settings = await settingsOf(context)
  const [found] = await context.rows<Log>(
    `SELECT (SELECT count(*) FROM request_logs WHERE account_id = $1) AS lines,
            (SELECT min(created_at) FROM request_logs WHERE account_id = $1) AS oldest_at,
            (SELECT coalesce(avg(size), 0) FROM
              (SELECT pg_column_size(line.*) AS size FROM request_logs line
               WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1000) AS newest)::float8 AS each`,
    [context.account.id],
  )
  const { lines = 0, oldest_at = null, each = 0 } = found ?? {}
  return { ...settings, log: { lines, oldest_at, bytes: Math.round(Number(lines) * each) } }
}

type Log = { lines: number | bigint; oldest_at: number | bigint | null; each: number }
