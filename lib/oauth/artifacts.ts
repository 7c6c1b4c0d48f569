import { errors } from 'oidc-provider'
import { endGrant } from '#lib/domain/connected-apps/end-grant.ts'
import { sha256 } from '#lib/secrets.ts'

type Query = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>
type Payload = Record<string, unknown> & { grantId?: string; uid?: string; jti?: string }

/**
 * Where the engine keeps its codes, tokens and interactions: each under the SHA-256 of its value, and without the value
 * in it, so that who reads the table can use none of them.
 */
export function artifactAdapter(kind: string, query: Query, clock: () => number) {
  const now = () => Math.floor(clock() / 1000)
  return {
    async upsert(id: string, payload: Payload, expiresIn: number): Promise<void> {
      const { jti: _value, ...rest } = payload
      await query(
        `INSERT INTO oauth_artifacts (kind, id_hash, payload, grant_id, uid_hash, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (kind, id_hash) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
           uid_hash = excluded.uid_hash, expires_at = excluded.expires_at`,
        [
          kind,
          sha256(id),
          JSON.stringify(rest),
          // A grant is its own, so that all that there is of it is found at once.
          payload.grantId ?? (kind === 'Grant' ? id : null),
          payload.uid === undefined ? null : sha256(payload.uid),
          expiresIn ? now() + expiresIn : null,
          now(),
        ],
      )
    },

    async find(id: string): Promise<Payload | undefined> {
      const { rows } = await query(
        `SELECT payload, consumed_at FROM oauth_artifacts
         WHERE kind = $1 AND id_hash = $2 AND (expires_at IS NULL OR expires_at > $3)`,
        [kind, sha256(id), now()],
      )
      const row = rows[0]
      if (!row) return undefined
      const consumed = row.consumed_at === null ? {} : { consumed: Number(row.consumed_at) }
      return { ...(row.payload as Payload), ...consumed, jti: id }
    },

    /** Sessions are never looked for by anything but their cookie. */
    async findByUid(): Promise<undefined> {
      return undefined
    },

    /** There is no flow with a code that a person types. */
    async findByUserCode(): Promise<undefined> {
      return undefined
    },

    /**
     * Uses a code or a refresh token up. One statement decides: of several that redeem one at the same moment exactly
     * one finds it unused, and for the others everything that came of the grant ends, as for any replay.
     * @throws InvalidGrant when it was used already
     */
    async consume(id: string): Promise<void> {
      const { rows } = await query(
        `UPDATE oauth_artifacts SET consumed_at = $3 WHERE kind = $1 AND id_hash = $2 AND consumed_at IS NULL RETURNING grant_id`,
        [kind, sha256(id), now()],
      )
      if (rows.length > 0) return
      const { rows: used } = await query(
        'SELECT grant_id FROM oauth_artifacts WHERE kind = $1 AND id_hash = $2',
        [kind, sha256(id)],
      )
      const grantId = used[0]?.grant_id
      if (typeof grantId === 'string') await endGrant(query, grantId, 'replayed', now())
      throw new errors.InvalidGrant('it was used already')
    },

    async destroy(id: string): Promise<void> {
      if (kind === 'Grant') return endGrant(query, id, 'ended', now())
      await query('DELETE FROM oauth_artifacts WHERE kind = $1 AND id_hash = $2', [kind, sha256(id)])
    },

    async revokeByGrantId(grantId: string): Promise<void> {
      await query('DELETE FROM oauth_artifacts WHERE kind = $1 AND grant_id = $2', [kind, grantId])
    },
  }
}
