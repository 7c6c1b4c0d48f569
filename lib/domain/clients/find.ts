import { Client } from '#lib/domain/clients/schema.ts'
import type { oauth_clients } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The clients that staff registered, among all clients of the server. */
export const MANUAL = "origin = 'manual'"

/** A client of the merchant, as the dashboard shows it. @throws record_not_found */
export async function findClient(context: Context, id: string): Promise<Client> {
  const found = await context.tables.oauth_clients.findMany({
    where: { id, merchant_id: context.account.merchant_id, origin: 'manual' },
  })
  const [client] = await described(context, found)
  if (!client)
    throw refused('record_not_found', 'There is no such registered client in this merchant.', { field: 'id' })
  return client
}

/** A client of the merchant, locked until the transaction ends. @throws record_not_found */
export async function lockClient(context: Context, id: string): Promise<Client> {
  await context.rows('SELECT 1 FROM oauth_clients WHERE merchant_id = $1 AND id = $2 FOR UPDATE', [
    context.account.merchant_id,
    id,
  ])
  return findClient(context, id)
}

/** Clients as the dashboard shows them, with one query for all their connections. */
export async function described({ now, rows }: Context, clients: oauth_clients[]): Promise<Client[]> {
  const used = await rows<{ client_id: string } & Pick<Client, 'connections' | 'last_used_at'>>(
    `SELECT client_id, count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > $2)::int AS connections,
            max(last_used_at) AS last_used_at
     FROM oauth_grants WHERE client_id = ANY($1::text[]) GROUP BY client_id`,
    [clients.map(({ id }) => id), now],
  )
  const use = new Map(used.map((one) => [one.client_id, one]))
  return clients.map(({ id, name, metadata, created_by, created_at }) => {
    const registered = metadata as Record<string, unknown>
    return Client.parse({
      id,
      name,
      created_by,
      created_at,
      redirect_uris: registered.redirect_uris,
      auth_method: registered.token_endpoint_auth_method,
      scopes: String(registered.counterfoil_scope ?? '').split(' '),
      connections: use.get(id)?.connections ?? 0,
      last_used_at: use.get(id)?.last_used_at ?? null,
    })
  })
}
