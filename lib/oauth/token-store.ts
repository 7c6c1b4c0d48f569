import Provider, { errors } from 'oidc-provider'
import { sha256 } from '#lib/auth/secrets.ts'
import { type Query, rowsOf } from '#lib/database/query.ts'
import { endGrant } from '#lib/domain/connected-apps/end-grant.ts'
import { assertMayPush } from '#lib/oauth/engine-limits.ts'
import { endReplayed, isRepeatable, narrowScope, openExchange } from '#lib/oauth/exchange.ts'
import { prefetchedToken, type StoredToken } from '#lib/oauth/prefetch.ts'
import { assertRoom } from '#lib/oauth/room.ts'

type Payload = Record<string, unknown> & { grantId?: string; uid?: string; jti?: string }

/**
 * Where the engine keeps its codes, tokens and interactions: each under the SHA-256 of its value, and without the value
 * in it, so that who reads the table can use none of them.
 */
export function tokenStore(kind: string, query: Query, clock: () => number) {
  const now = () => Math.floor(clock() / 1000)
  const read = async (id: string) => {
    const { rows } = await query<StoredToken>(
      `SELECT payload, consumed_at FROM oauth_artifacts
       WHERE kind = $1 AND id_hash = $2 AND (expires_at IS NULL OR expires_at > $3)`,
      [kind, sha256(id), now()],
    )
    return rows[0]
  }
  /** Of several requests at once with one client assertion, exactly one may use it. */
  const noteOnce = async (id: string, payload: object, expiresAt: number | null) => {
    const { rows } = await query(
      `INSERT INTO oauth_artifacts (kind, id_hash, payload, expires_at, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (kind, id_hash) DO NOTHING RETURNING kind`,
      [kind, sha256(id), JSON.stringify(payload), expiresAt, now()],
    )
    if (rows.length === 0)
      throw new errors.InvalidClientAuth('client assertion tokens must only be used once')
  }
  return {
    async upsert(id: string, payload: Payload, expiresIn: number): Promise<void> {
      const { jti: _value, ...rest } = payload
      if (kind === 'PushedAuthorizationRequest') assertMayPush()
      if (kind === 'PushedAuthorizationRequest' || kind === 'Interaction') await assertRoom(query, kind)
      const expiresAt = expiresIn ? now() + expiresIn : null
      const exchange = openExchange()
      if (exchange) return void exchange.tokens.push({ kind, id, payload: rest, expiresAt })
      if (kind === 'ReplayDetection') return await noteOnce(id, rest, expiresAt)
      await query(
        `INSERT INTO oauth_artifacts (kind, id_hash, payload, grant_id, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (kind, id_hash) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
           expires_at = excluded.expires_at`,
        [
          kind,
          sha256(id),
          JSON.stringify(rest),
          // A grant is its own, so that all that there is of it is found at once.
          payload.grantId ?? (kind === 'Grant' ? id : null),
          expiresAt,
          now(),
        ],
      )
    },

    async find(id: string): Promise<Payload | undefined> {
      const before = prefetchedToken(kind, id)
      const row = before === undefined ? await read(id) : before
      if (!row) return undefined
      const { repeat: _response, ...payload } = row.payload as Payload
      if (kind === 'RefreshToken') narrowScope(payload.scope)
      // The engine looks at the grant once it knows that the token belongs to its client.
      if (kind === 'Grant' && !narrowScope((payload.openid as { scope?: string } | undefined)?.scope))
        throw new errors.InvalidScope('none of these scopes was granted', '')
      // The engine would end the grant; the exchange finds the token used, and repeats the response.
      const repeatable = Provider.ctx?.oidc.route === 'token' && isRepeatable(row, now())
      const consumed = row.consumed_at === null || repeatable ? {} : { consumed: Number(row.consumed_at) }
      return { ...payload, ...consumed, jti: id }
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
     * Marks a code or a refresh token as used: the exchange does it, together with the tokens that it issues. A
     * pushed authorization request is used up by its decision; of several at once, one counts.
     */
    async consume(id: string): Promise<void> {
      const exchange = openExchange()
      if (exchange) {
        exchange.source = { kind, id }
        return
      }
      if (kind !== 'PushedAuthorizationRequest')
        throw new Error('A code is used up only by an exchange at the token endpoint.')
      const { rows } = await query(
        `UPDATE oauth_artifacts SET consumed_at = $3 WHERE kind = $1 AND id_hash = $2 AND consumed_at IS NULL
         RETURNING kind`,
        [kind, sha256(id), now()],
      )
      if (rows.length === 0) throw new errors.InvalidRequestUri('it was used already')
    },

    /** The engine ends a grant for one of two reasons: its client revoked it, or something of it was used twice. */
    async destroy(id: string): Promise<void> {
      const route = Provider.ctx?.oidc.route
      if (kind === 'Grant' && route === 'token') return endReplayed(query, id, now())
      if (kind === 'Grant')
        return endGrant(rowsOf(query), id, route === 'revocation' ? 'client' : 'ended', now())
      const { rows } = await query(
        'DELETE FROM oauth_artifacts WHERE kind = $1 AND id_hash = $2 RETURNING kind',
        [kind, sha256(id)],
      )
      // The engine destroys a consent when it goes on with it: of several at once, exactly one may.
      if (kind === 'Interaction' && rows.length === 0)
        throw new errors.SessionNotFound('interaction session not found')
    },

    async revokeByGrantId(grantId: string): Promise<void> {
      await query('DELETE FROM oauth_artifacts WHERE kind = $1 AND grant_id = $2', [kind, grantId])
    },
  }
}
