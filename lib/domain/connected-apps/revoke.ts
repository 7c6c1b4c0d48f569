import { z } from 'zod'
import { lockConnectionsBeside } from '#lib/domain/connected-apps/connections-beside.ts'
import { endGrant, endGrants } from '#lib/domain/connected-apps/end-grant.ts'
import { assertMayChange, findGrant, lockGrant } from '#lib/domain/connected-apps/find.ts'
import { oneAtATime } from '#lib/domain/connected-apps/replace.ts'
import { ConnectedApp, GrantId } from '#lib/domain/connected-apps/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
