import { z } from 'zod'
import { equal } from '#lib/database/conditions.ts'
import { connectionsNamedAlike } from '#lib/domain/approvals/same-app.ts'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { assertMayChange, findGrant, hasToken } from '#lib/domain/connected-apps/find.ts'
import { connectionsBeside } from '#lib/domain/connected-apps/revoke.ts'
import { AppCall, AppDetails, OneApp } from '#lib/domain/connected-apps/schema.ts'
import { readPage } from '#lib/domain/page.ts'
import { ROLE_JOIN } from '#lib/domain/roles/find.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import type { memberships, oauth_clients, request_logs, users } from '#lib/generated/prisma/client.ts'
import { ruleErrorOf } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

type GrantAbout = {
  user_email: users['email']
  user_name: users['name']
  user_role: memberships['role'] | null
  client_origin: oauth_clients['origin'] | null
  client_registered_at: number | bigint | null
  client_uri: string | null
  client_auth_method: string | null
  client_blocked: boolean
  has_token: boolean
}

export const getAppDetails = defineOperation({
  name: 'get_app_details',
  title: 'Get the details of a connected app',
  summary: 'Returns the permissions of a connected app, its details, and its recent activity.',
  permission: 'apps:connect',
  http: null,
  effect: 'read',
  input: OneApp,
  output: AppDetails,
  async run(context, { id }) {
    const found = await findGrant(context, id)
    const { grant, own } = found
    const [about] = await context.rows<GrantAbout>(
      `SELECT person.email AS user_email, person.name AS user_name, coalesce(custom.name, membership.role) AS user_role,
              client.origin AS client_origin, client.created_at AS client_registered_at,
              client.metadata ->> 'client_uri' AS client_uri,
              client.metadata ->> 'token_endpoint_auth_method' AS client_auth_method,
              EXISTS (SELECT 1 FROM oauth_blocks block WHERE block.merchant_id = $3 AND block.client_id = grants.client_id) AS client_blocked,
              ${hasToken('$4')} AS has_token
       FROM oauth_grants grants
       JOIN users person ON person.id = grants.user_id
       LEFT JOIN memberships membership ON membership.user_id = grants.user_id AND membership.merchant_id = $3
       ${ROLE_JOIN}
       LEFT JOIN oauth_clients client ON client.id = grants.client_id
       WHERE grants.account_id = $1 AND grants.id = $2`,
      [context.account.id, id, context.account.merchant_id, context.now],
    )
    return {
      ...grant,
      own,
      change_error: ruleErrorOf(() => assertMayChange(found, context)),
      ...(await connectionsBeside(context, grant)),
      ...about,
      currency: context.account.currency,
      ...(await movedBy(context, id)),
      ...(await callsOf(context, id)),
    }
  },
})

export const listAppCallsForDashboard = defineOperation({
  name: 'list_app_calls_for_dashboard',
  title: 'List the calls of a connected app for the dashboard',
  summary: 'Returns one page of the calls of an app with their responses, newest first.',
  permission: 'apps:connect',
  http: null,
  effect: 'read',
  input: OneApp.extend({
    count: z.int().min(1).max(100).default(25),
    after: Id('request').optional(),
    before: Id('request').optional(),
  }),
  output: z.object({
    items: z.array(AppCall),
    has_newer: z.boolean(),
    has_older: z.boolean(),
  }),
  async run(context, { id, ...window }) {
    await findGrant(context, id)
    const source = { table: 'request_logs', scope: equal('actor_id', id) }
    const found = await readPage<request_logs>(context, source, [], window)
    return { items: found.rows, has_newer: found.hasNewer, has_older: found.hasOlder }
  },
})

export const fetchAppTimeline = defineOperation({
  name: 'fetch_app_timeline',
  title: 'Fetch the timeline of a connected app',
  summary: 'Lists the changes of a connected app, newest first, with who made them.',
  permission: 'apps:connect',
  http: null,
  effect: 'read',
  input: OneApp,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, { id }) {
    await findGrant(context, id)
    const quiet = ['connect_app', 'reduce_app_scopes', 'revoke_app'] as const
    return { items: await timelineOf(context, { events: { object_id: id }, objects: [id], quiet }) }
  },
})

/**
 * What the app moved for the person in the last 24 hours, under all of its connections, and how much of it counts towards
 * the limit: approved amounts do not.
 */
async function movedBy({ account, now, rows }: Context, id: string) {
  const [found] = await rows<{ moved_day: string | null; counted_day: string | null; waiting: number }>(
    `SELECT sum(amount)::text AS moved_day,
            sum(amount) FILTER (WHERE approval_id IS NULL)::text AS counted_day,
            (SELECT count(*)::int FROM approvals WHERE account_id = $1 AND grant_id = $2
             AND status = 'waiting' AND expires_at > $4) AS waiting
     FROM grant_spending WHERE account_id = $1 AND created_at > $3 AND grant_id IN (${connectionsNamedAlike()})`,
    [account.id, id, now - DAY, now],
  )
  return found
}

async function callsOf({ account, now, rows }: Context, id: string) {
  const [found] = await rows<{ calls_month: number; calls_day: number; refused_day: number }>(
    `SELECT count(*)::int AS calls_month, count(*) FILTER (WHERE created_at > $3)::int AS calls_day,
            count(*) FILTER (WHERE created_at > $3 AND status >= 400)::int AS refused_day
     FROM request_logs WHERE account_id = $1 AND actor_id = $2 AND created_at > $4`,
    [account.id, id, now - DAY, now - 30 * DAY],
  )
  return found
}
