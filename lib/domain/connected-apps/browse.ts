import { z } from 'zod'
import { ListedApp } from '#lib/domain/connected-apps/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** The most that one page shows. */
const SHOWN = 100

export const browseApps = defineOperation({
  name: 'browse_apps',
  title: 'Browse connected apps',
  summary:
    'Lists the connected apps of this account, newest first, with their user and activity: all of them with permission, otherwise your own.',
  permission: 'apps:connect',
  http: null,
  effect: 'read',
  input: z.strictObject({ ended: z.boolean().default(false) }),
  output: z.object({ items: z.array(ListedApp), all: z.boolean() }),
  async run({ account, actor, now, rows }, { ended }) {
    const all = actor.permissions.has('apps:read')
    const items = await rows(
      `SELECT grants.*, person.email AS user_email, client.origin AS client_origin,
              (SELECT count(*)::int FROM request_logs log
               WHERE log.account_id = grants.account_id AND log.actor_id = grants.id AND log.created_at > $4) AS calls
       FROM oauth_grants grants
       JOIN users person ON person.id = grants.user_id
       LEFT JOIN oauth_clients client ON client.id = grants.client_id
       WHERE grants.account_id = $1 AND ($2 OR grants.user_id = $3)
         AND (grants.revoked_at IS NOT NULL OR grants.expires_at <= $5) = $6
       ORDER BY grants.created_at DESC, grants.id DESC LIMIT ${SHOWN}`,
      [account.id, all, actor.id, now - 30 * DAY, now, ended],
    )
    return { items: items.map((row) => ListedApp.parse(row)), all }
  },
})
