import { z } from 'zod'
import { endGrant } from '#lib/domain/connected-apps/end-grant.ts'
import { assertMayChange, findGrant, lockGrant } from '#lib/domain/connected-apps/find.ts'
import { ConnectedApp, GrantId } from '#lib/domain/connected-apps/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const revokeApp = defineOperation({
  name: 'revoke_app',
  title: 'Disconnect an app',
  summary: 'Disconnects an app: its tokens stop working immediately. Repeating it changes nothing.',
  permission: 'apps:connect',
  http: null,
  input: z.strictObject({ id: GrantId }),
  output: ConnectedApp,
  async run(context, { id }) {
    const seen = await lockGrant(context, id)
    assertMayChange(seen, context)
    if (seen.grant.revoked_at !== null) return seen.grant
    await endGrant(context.rows, id, seen.own ? 'person' : 'staff', context.now, context.actor.name)
    return (await findGrant(context, id)).grant
  },
})
