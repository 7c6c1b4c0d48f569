import { Client } from '#lib/domain/clients/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A program of the merchant, as it is shown. @throws record_not_found */
export async function findClient(context: Context, id: string): Promise<Client> {
  const [row] = await clientsOf(context, 'AND client.id = $3', [id])
  if (!row)
    throw refused('record_not_found', 'There is no such registered client in this merchant.', { field: 'id' })
  return row
}

/** The same, held until the transaction ends. @throws record_not_found */
export async function lockClient(context: Context, id: string): Promise<Client> {
  await context.rows('SELECT 1 FROM oauth_clients WHERE merchant_id = $1 AND id = $2 FOR UPDATE', [
    context.account.merchant_id,
    id,
  ])
  return findClient(context, id)
}

/** Those that were registered by hand, newest first. */
export async function clientsOf(
  { account, now, rows }: Context,
  condition = '',
  values: unknown[] = [],
): Promise<Client[]> {
  const found = await rows<Record<string, unknown> & { metadata: Record<string, unknown> }>(
    `SELECT client.id, client.name, client.metadata, client.created_by, client.created_at,
            (SELECT count(*)::int FROM oauth_grants grants WHERE grants.client_id = client.id
             AND grants.revoked_at IS NULL AND grants.expires_at > $2) AS connections,
            (SELECT max(grants.last_used_at) FROM oauth_grants grants WHERE grants.client_id = client.id) AS last_used_at
     FROM oauth_clients client WHERE client.merchant_id = $1 AND client.origin = 'manual' ${condition}
     ORDER BY client.created_at DESC, client.id LIMIT ${SHOWN}`,
    [account.merchant_id, now, ...values],
  )
  return found.map(({ metadata, ...row }) =>
    Client.parse({
      ...row,
      redirect_uris: metadata.redirect_uris,
      auth_method: metadata.token_endpoint_auth_method,
      scopes: String(metadata.counterfoil_scope ?? '').split(' '),
    }),
  )
}

/** The most that a merchant has: each is a program that somebody wrote down by hand. */
export const SHOWN = 100
