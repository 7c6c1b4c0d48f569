import { z } from 'zod'
import { endGrant } from '#lib/domain/connected-apps/end-grant.ts'
import { ConnectedApp, GrantId } from '#lib/domain/connected-apps/schema.ts'
import { refused } from '#lib/errors.ts'
import { defineOperation } from '#lib/operation.ts'

export const revokeApp = defineOperation({
  name: 'revoke_app',
  title: 'Disconnect an app',
  summary:
    'Ends what a program was allowed: its tokens are refused at once. Ending it again changes nothing.',
  permission: 'apps:connect',
  http: null,
  input: z.strictObject({ id: GrantId }),
  output: ConnectedApp,
  async run(context, { id }) {
    const { account, actor, now, rows } = context
    const [grant] = await rows<{ user_id: string; revoked_at: number | null }>(
      'SELECT user_id, revoked_at FROM oauth_grants WHERE account_id = $1 AND id = $2 FOR UPDATE',
      [account.id, id],
    )
    const own = grant?.user_id === actor.id
    if (!grant || !(own || actor.permissions.has('apps:read'))) throw refused('record_not_found')
    if (!own && !actor.permissions.has('apps:write'))
      throw refused('permission_denied', 'Somebody else connected it. This needs the permission apps:write.')
    if (grant.revoked_at === null) {
      const query = async (text: string, values: unknown[]) => ({ rows: await rows(text, values) })
      await endGrant(query, id, own ? 'person' : 'staff', now, actor.name)
    }
    const [row] = await rows('SELECT * FROM oauth_grants WHERE account_id = $1 AND id = $2', [account.id, id])
    return ConnectedApp.parse(row)
  },
})
