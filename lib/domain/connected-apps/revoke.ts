import { z } from 'zod'
import { connectionsBeside } from '#lib/domain/connected-apps/connections-beside.ts'
import { endGrant, endGrants } from '#lib/domain/connected-apps/end-grant.ts'
import { assertMayChange, findGrant, lockGrant } from '#lib/domain/connected-apps/find.ts'
import { ConnectedApp, GrantId } from '#lib/domain/connected-apps/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
    const seen = await lockGrant(context, id)
    assertMayChange(seen, context)
    const { now, rows } = context
    const why = seen.own ? 'person' : 'staff'
    if (seen.grant.revoked_at === null) await endGrant(rows, id, why, now, context.actor.name)
    const others = all ? await connectionsBeside(context, seen.grant) : []
    if (others.length > 0) {
      const ids = others.map((other) => other.id)
      await endGrants(rows, { ids }, why, now, context.actor.name)
      context.note({ also: ids })
    }
    return (await findGrant(context, id)).grant
  },
})
