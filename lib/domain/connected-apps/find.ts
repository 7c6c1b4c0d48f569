import { ConnectedApp } from '#lib/domain/connected-apps/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { permissionText } from '#lib/values/permissions.ts'

/** A grant, and whether it is the actor's own. Grants of others are visible only with the permission. */
type FoundGrant = { grant: ConnectedApp; own: boolean }

/** @throws record_not_found */
export function findGrant(context: Context, id: string): Promise<FoundGrant> {
  return findLocked(context, id, '')
}

/** The same, locked until the transaction ends, so that changes of one grant run in turn. @throws record_not_found */
export function lockGrant(context: Context, id: string): Promise<FoundGrant> {
  return findLocked(context, id, 'FOR UPDATE')
}

/** Changing the grant of another user needs the permission to manage apps. @throws permission_denied */
export function assertMayChange({ own }: FoundGrant, { actor }: Context): void {
  if (!own && !actor.permissions.has('apps:write'))
    throw refused(
      'permission_denied',
      `Another user connected this app, and you don't have permission to ${permissionText('apps:write')}. Ask an owner or admin.`,
    )
}

async function findLocked(context: Context, id: string, lock: string): Promise<FoundGrant> {
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

/**
 * Whether a grant read as `grants` has a token that is valid.
 * @param now the query parameter with the current time, in Unix seconds
 */
export function hasToken(now: `$${number}`): string {
  return `EXISTS (SELECT 1 FROM oauth_artifacts token WHERE token.grant_id = grants.id
                  AND token.kind IN ('AccessToken', 'RefreshToken') AND token.consumed_at IS NULL
                  AND (token.expires_at IS NULL OR token.expires_at > ${now}))`
}
