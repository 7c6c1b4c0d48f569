import { timingSafeEqual } from 'node:crypto'
import Provider from 'oidc-provider'
import { sha256 } from '#lib/auth/secrets.ts'
import { type Query, rowsOf } from '#lib/database/query.ts'
import { endGrants } from '#lib/domain/connected-apps/end-grant.ts'
import { assertMayLookUp } from '#lib/oauth/engine-limits.ts'
import { type ClientRow, readClient } from '#lib/oauth/prefetch.ts'
import { assertRoom } from '#lib/oauth/room.ts'

type Metadata = Record<string, unknown>

/** Takes the place of the client secret in the engine: its hash, which is all that is stored. */
const HASHED = 'sha256:'

/** The engine's store of clients: registered by themselves or in the dashboard. */
export function clientAdapter(query: Query, clock: () => number) {
  return {
    async upsert(id: string, metadata: Metadata): Promise<void> {
      const { client_secret, ...rest } = metadata
      const hash = typeof client_secret === 'string' ? hashOf(client_secret) : null
      if (Provider.ctx?.oidc.route === 'registration') await assertRoom(query, 'Client')
      await query(
        `INSERT INTO oauth_clients (id, name, origin, metadata, secret_hash, created_at) VALUES ($1, $2, 'dynamic', $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, metadata = excluded.metadata, secret_hash = excluded.secret_hash`,
        [id, String(rest.client_name ?? id), JSON.stringify(rest), hash, Math.floor(clock() / 1000)],
      )
    },

    async find(id: string): Promise<Metadata | undefined> {
      // PostgreSQL has no text with this in it and would call it a fault.
      if (id.includes('\0')) return undefined
      assertMayLookUp(id)
      const row = await readClient(query, id, Math.floor(clock() / 1000))
      if (!row) return undefined
      const secret = storedSecretOf(row)
      return { ...(row.metadata as Metadata), ...(secret === undefined ? {} : { client_secret: secret }) }
    },

    async destroy(id: string): Promise<void> {
      const now = Math.floor(clock() / 1000)
      await endGrants(rowsOf(query), { client_id: id }, 'client_deleted', now, null)
      await query('DELETE FROM oauth_clients WHERE id = $1', [id])
    },
  }
}

/** Compares a sent secret with the stored hash in constant time. */
export function isSecretOf(stored: string | undefined, sent: string): boolean {
  const hash = Buffer.from(stored?.startsWith(HASHED) ? stored.slice(HASHED.length) : '', 'hex')
  const given = sha256(sent)
  return timingSafeEqual(hash.length === given.length ? hash : new Uint8Array(given.length), given)
}

/** The secret of the row of a client as the engine has it. */
export function storedSecretOf({ secret_hash: hash }: Pick<ClientRow, 'secret_hash'>): string | undefined {
  return hash ? HASHED + Buffer.from(hash).toString('hex') : undefined
}

/** The secret as the engine stores it, for request parameters that the engine compares itself. */
export function hashedSecret(secret: string): string {
  return HASHED + Buffer.from(sha256(secret)).toString('hex')
}

function hashOf(secret: string): Uint8Array {
  return secret.startsWith(HASHED) ? Buffer.from(secret.slice(HASHED.length), 'hex') : sha256(secret)
}
