import type { ConnectedApp, ConnectionBeside } from '#lib/domain/connected-apps/schema.ts'
import type { oauth_grants } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { Columns } from '#lib/query.ts'

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
export async function lockConnectionsBeside(context: Context, grant: ConnectedApp): Promise<string[]> {
  const found = await context.rows<Columns<oauth_grants, 'id'>>(
    `SELECT id FROM oauth_grants WHERE ${BESIDE} ORDER BY id FOR UPDATE`,
    besideOf(context, grant),
  )
  return found.map(({ id }) => id)
}
