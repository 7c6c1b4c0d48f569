import { ConnectedApp } from '#lib/domain/connected-apps/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A grant with whether it is the actor's own. Those of others are there only for who may see them. */
type SeenGrant = { grant: ConnectedApp; own: boolean }

/** @throws record_not_found */
export function findGrant(context: Context, id: string): Promise<SeenGrant> {
  return seen(context, id, '')
}

/** The same, held until the transaction ends, so that two changes of one grant follow each other. @throws record_not_found */
export function lockGrant(context: Context, id: string): Promise<SeenGrant> {
  return seen(context, id, 'FOR UPDATE')
}

/** The grant of another user can be changed by those who manage the apps of the account. @throws permission_denied */
export function assertMayChange({ own }: SeenGrant, { actor }: Context): void {
  if (!own && !actor.permissions.has('apps:write'))
    throw refused(
      'permission_denied',
      'Another user connected this app. Managing it requires the permission apps:write.',
    )
}

async function seen(context: Context, id: string, lock: string): Promise<SeenGrant> {
  const { account, actor, rows } = context
  const [row] = await rows(`SELECT * FROM oauth_grants WHERE account_id = $1 AND id = $2 ${lock}`, [
    account.id,
    id,
  ])
  const grant = row ? ConnectedApp.parse(row) : null
  const own = grant?.user_id === actor.id
  if (!grant || !(own || actor.permissions.has('apps:read'))) throw refused('record_not_found')
  return { grant, own }
}
