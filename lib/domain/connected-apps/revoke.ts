import { z } from 'zod'
import type { Columns } from '#lib/database/query.ts'
import { endGrant, endGrants } from '#lib/domain/connected-apps/end-grant.ts'
import { assertMayChange, findGrant, lockGrant } from '#lib/domain/connected-apps/find.ts'
import { ConnectedApp, type ConnectionBeside, GrantId } from '#lib/domain/connected-apps/schema.ts'
import type { oauth_grants } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

type Row = Columns<oauth_grants, 'id' | 'scopes' | 'redirect_host' | 'created_at' | 'last_used_at'> & {
  total: number
}

const SHOWN = 100

const BESIDE = `account_id = $1 AND user_id = $2 AND id <> $3 AND (client_id = $4 OR client_name = $5)
  AND revoked_at IS NULL AND expires_at > $6`

function besideOf({ account, now }: Context, { user_id, id, client_id, client_name }: ConnectedApp) {
  return [account.id, user_id, id, client_id, client_name, now]
}

/**
 * The other active connections of an app for the same user in this account: on other devices and in other windows. An app
 * that registers at each of them is recognized by its name.
 */
export async function connectionsBeside(
  context: Context,
  grant: ConnectedApp,
): Promise<{ beside: ConnectionBeside[]; beside_count: number }> {
  const found = await context.rows<Row>(
    `SELECT id, scopes, redirect_host, created_at, last_used_at, count(*) OVER ()::int AS total FROM oauth_grants
     WHERE ${BESIDE} ORDER BY created_at DESC, id LIMIT ${SHOWN}`,
    besideOf(context, grant),
  )
  const beside = found.map(({ total: _total, created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: Number(created_at),
    last_used_at: last_used_at === null ? null : Number(last_used_at),
  }))
  return { beside, beside_count: found[0]?.total ?? 0 }
}

/** The IDs of all of them, however many, locked in the order of their IDs. */
async function lockConnectionsBeside(context: Context, grant: ConnectedApp): Promise<string[]> {
  const found = await context.rows<Columns<oauth_grants, 'id'>>(
    `SELECT id FROM oauth_grants WHERE ${BESIDE} ORDER BY id FOR UPDATE`,
    besideOf(context, grant),
  )
  return found.map(({ id }) => id)
}

/** How many of the connections that ended with it the audit line names; it counts all of them. */
const NOTED = 100

export const revokeApp = defineOperation({
  name: 'revoke_app',
  title: 'Disconnect an app',
  summary:
    'Disconnects an app: its tokens stop working immediately. With all, every connection of the app for the same user ends. Repeating it changes nothing.',
  permission: 'apps:connect',
  http: null,
  input: z.strictObject({ id: GrantId, all: z.boolean().default(false) }),
  output: ConnectedApp,
  async run(context, { id, all }) {
    // Consents of this person wait, so that no connection is added between the list of all and the end of all.
    if (all) await oneAtATime(context, (await findGrant(context, id)).grant.user_id)
    const found = await lockGrant(context, id)
    assertMayChange(found, context)
    const { now, rows } = context
    const why = found.own ? 'person' : 'staff'
    if (found.grant.revoked_at === null) {
      await endGrant(rows, id, why, now, context.actor.name)
      context.noteChange({ revoked_at: null }, { revoked_at: now })
    }
    const others = all ? await lockConnectionsBeside(context, found.grant) : []
    if (others.length > 0) {
      await endGrants(rows, { ids: others }, why, now, context.actor.name)
      context.note({ also: others.slice(0, NOTED), also_count: others.length })
    }
    return (await findGrant(context, id)).grant
  },
})

/**
 * Common table expressions, after one named `used` with a `grant_id`: they end the connections that the grant replaces,
 * once its code is redeemed. Their pending requests belong to the new connection from then on.
 * @param now the parameter with the time, in Unix seconds
 */
export function replacing(now: string): string {
  return `fresh AS (
      SELECT granted.account_id, granted.id, granted.user_id, granted.client_id, granted.replaces, person.email
      FROM used JOIN oauth_grants granted ON granted.id = used.grant_id JOIN users person ON person.id = granted.user_id
      WHERE cardinality(granted.replaces) > 0
    ), replaced AS (
      UPDATE oauth_grants earlier
      SET revoked_at = ${now}, revoked_reason = 'replaced', revoked_by = fresh.email, updated_at = ${now}
      FROM fresh
      WHERE earlier.account_id = fresh.account_id AND earlier.id = ANY(fresh.replaces)
        AND earlier.client_id = fresh.client_id AND earlier.user_id = fresh.user_id
        AND earlier.revoked_at IS NULL AND earlier.expires_at > ${now}
      RETURNING earlier.account_id, earlier.id, fresh.id AS by_id
    ), replaced_tokens AS (
      DELETE FROM oauth_artifacts WHERE grant_id IN (SELECT id FROM replaced)
    ), handed_over AS (
      UPDATE approvals SET grant_id = replaced.by_id, actor_id = replaced.by_id FROM replaced
      WHERE approvals.account_id = replaced.account_id AND approvals.grant_id = replaced.id
        AND (approvals.status = 'waiting'
          OR (approvals.status = 'approved' AND approvals.passed_at IS NULL AND approvals.finished_at IS NULL))
    )`
}

/** Consents of one person run in turn, so that the second sees the result of the first. */
export async function oneAtATime({ actor, rows }: Context, userId = actor.id): Promise<void> {
  await rows('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])
}
