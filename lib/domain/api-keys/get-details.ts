import { z } from 'zod'
import { findKey } from '#lib/domain/api-keys/find.ts'
import { FetchKey, KeyDetails } from '#lib/domain/api-keys/schema.ts'
import { familyOf, refundedBy } from '#lib/domain/approvals/ceilings.ts'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

export const getKeyDetails = defineOperation({
  name: 'get_key_details',
  title: 'Get the details of an API key',
  summary: 'Returns one API key with its usage: how often, from where, and how much it refunded today.',
  permission: 'keys:read',
  http: null,
  effect: 'read',
  input: FetchKey,
  output: KeyDetails,
  async run(context, { id }) {
    const key = await findKey(context, id)
    const before = await context.tables.api_keys.findFirst({
      where: { account_id: context.account.id, replaced_by: id },
      select: { id: true },
    })
    return {
      ...key,
      replaces: before?.id ?? null,
      ...(await usageOf(context, id)),
      calls_since_replaced:
        key.replaced_by === null ? 0 : await callsSinceReplaced(context, id, key.replaced_by),
      refunded_day: await refundedBy(context, await familyOf(context, id)),
      currency: context.account.currency,
      callers: await callersOf(context, id),
    }
  },
})

export const fetchKeyTimeline = defineOperation({
  name: 'fetch_key_timeline',
  title: 'Fetch the timeline of an API key',
  summary: 'Lists who made, changed, rotated and revoked a key, newest first.',
  permission: 'keys:read',
  http: null,
  effect: 'read',
  input: FetchKey,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, { id }) {
    await findKey(context, id)
    const quiet = ['create_key', 'update_key', 'rotate_key', 'revoke_key'] as const
    return { items: await timelineOf(context, { events: { object_id: id }, objects: [id], quiet }) }
  },
})

async function usageOf(context: Context, id: string) {
  const { now } = context
  const [counts] = await context.rows(
    `SELECT count(*) FILTER (WHERE created_at > $4) AS calls_hour, count(*) AS calls_day,
            count(*) FILTER (WHERE status >= 400) AS refused_day
     FROM request_logs WHERE account_id = $1 AND actor_id = $2 AND created_at > $3`,
    [context.account.id, id, now - DAY, now - HOUR],
  )
  return counts
}

/** Counted from the creation of the replacement, as far back as the log goes. */
async function callsSinceReplaced(context: Context, id: string, replacedBy: string): Promise<number> {
  const [found] = await context.rows<{ calls: number | bigint }>(
    `SELECT count(*) AS calls FROM request_logs WHERE account_id = $1 AND actor_id = $2
     AND created_at >= (SELECT created_at FROM api_keys WHERE account_id = $1 AND id = $3)`,
    [context.account.id, id, replacedBy],
  )
  return Number(found?.calls ?? 0)
}

/** The callers of the last seven days, from the newest few thousand calls. */
function callersOf(context: Context, id: string) {
  return context.rows(
    `SELECT ip, user_agent, count(*) AS calls, max(created_at) AS last_at
     FROM (SELECT ip, user_agent, created_at FROM request_logs
           WHERE account_id = $1 AND actor_id = $2 AND created_at > $3
           ORDER BY created_at DESC LIMIT 10000) AS calls
     GROUP BY ip, user_agent ORDER BY last_at DESC, calls DESC LIMIT 20`,
    [context.account.id, id, context.now - 7 * DAY],
  )
}
