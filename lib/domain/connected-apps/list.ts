import { type Condition, equal, prefix } from '#lib/database/conditions.ts'
import { hasToken } from '#lib/domain/connected-apps/find.ts'
import { ListedApp } from '#lib/domain/connected-apps/schema.ts'
import { choice, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import type { oauth_grants } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** Apps with access, apps whose access was revoked or has expired, or all of them. */
export const APP_GROUPS = ['connected', 'ended', 'all'] as const

export const APP_FILTERS = [
  choice('group', APP_GROUPS, {
    standard: 'connected',
    spelling: { name: 'status', words: { ended: 'disconnected' } },
    where: inGroup,
  }),
  text('name', 80, {
    label: 'Name',
    placeholder: 'Beginning of the app name',
    where: (name) => prefix('lower(client_name)', name.toLowerCase()),
  }),
  /** The beginning of the email of the person who connected it. */
  text('user', 200, { label: 'Connected by', placeholder: 'person@example.com', where: connectedBy }),
]

/** All connected apps for readers with the permission, else one's own. */
export const { list: listAppsForDashboard, export: exportApps } = defineList({
  noun: 'apps',
  table: 'oauth_grants',
  permission: 'apps:connect',
  item: ListedApp,
  filters: APP_FILTERS,
  tab: ['group'],
  tabs: (context) => ({ connected: inGroup('connected', context), ended: inGroup('ended', context) }),
  currency: null,
  scope: ({ actor }) => (actor.permissions.has('apps:read') ? [] : equal('user_id', actor.id)),
  show: listed,
})

const CONNECTED = '(revoked_at IS NULL AND expires_at > ?)'

function inGroup(group: (typeof APP_GROUPS)[number], { now }: Context): Condition[] {
  if (group === 'all') return []
  return [{ sql: group === 'connected' ? CONNECTED : `NOT ${CONNECTED}`, values: [now] }]
}

function connectedBy(email: string): Condition[] {
  return prefix('lower(person.email)', email.toLowerCase()).map(({ sql, values }) => ({
    sql: `user_id IN (SELECT person.id FROM users person WHERE ${sql})`,
    values,
  }))
}

/** Rows with their person, the origin of their client, and their calls of the last 30 days, with one query for all. */
async function listed({ account, actor, now, rows }: Context, grants: oauth_grants[]) {
  const found = await rows<Pick<ListedApp, 'id' | 'user_email' | 'client_origin' | 'calls' | 'has_token'>>(
    `SELECT grants.id, person.email AS user_email, client.origin AS client_origin, ${hasToken('$4')} AS has_token,
            (SELECT count(*)::int FROM request_logs log
             WHERE log.account_id = grants.account_id AND log.actor_id = grants.id AND log.created_at > $3) AS calls
     FROM oauth_grants grants
     JOIN users person ON person.id = grants.user_id
     LEFT JOIN oauth_clients client ON client.id = grants.client_id
     WHERE grants.account_id = $1 AND grants.id = ANY($2::text[])`,
    [account.id, grants.map(({ id }) => id), now - 30 * DAY, now],
  )
  const beside = new Map(found.map((one) => [one.id, one]))
  return grants.map((grant) => ({
    ...grant,
    ...beside.get(grant.id),
    own: grant.user_id === actor.id,
    connected: grant.revoked_at === null && Number(grant.expires_at) > now,
  }))
}
