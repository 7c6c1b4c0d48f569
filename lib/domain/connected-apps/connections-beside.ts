import type { ConnectedApp, ConnectionBeside } from '#lib/domain/connected-apps/schema.ts'
import type { oauth_grants } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { Columns } from '#lib/query.ts'

type Row = Columns<oauth_grants, 'id' | 'scopes' | 'redirect_host' | 'created_at' | 'last_used_at'>

/**
 * The other active connections of an app for the same user in this account: on other devices and in other windows. An app
 * that registers at each of them is recognized by its name.
 */
export async function connectionsBeside(
  { account, now, rows }: Context,
  { id, user_id, client_id, client_name }: ConnectedApp,
): Promise<ConnectionBeside[]> {
  const found = await rows<Row>(
    `SELECT id, scopes, redirect_host, created_at, last_used_at FROM oauth_grants
     WHERE account_id = $1 AND user_id = $2 AND id <> $3 AND (client_id = $4 OR client_name = $5)
       AND revoked_at IS NULL AND expires_at > $6
     ORDER BY id LIMIT 100`,
    [account.id, user_id, id, client_id, client_name, now],
  )
  return found.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: Number(created_at),
    last_used_at: last_used_at === null ? null : Number(last_used_at),
  }))
}
