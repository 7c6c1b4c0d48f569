import { ACCOUNT_COLUMNS, type AccountRow, accountOf } from '#lib/auth/account-columns.ts'
import { activeGrant, GRANT_JOINS } from '#lib/auth/active-grant.ts'
import { assertNoWait } from '#lib/auth/limits.ts'
import { sha256 } from '#lib/auth/secrets.ts'
import { countWrong, delayOf, noteRight } from '#lib/auth/wrong-credentials.ts'
import type { Columns, Query } from '#lib/database/query.ts'
import { permissionsOf } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { grantedRole, ROLE_COLUMNS, ROLE_JOIN, type RoleRow } from '#lib/domain/roles/find.ts'
import type { oauth_artifacts, oauth_grants } from '#lib/generated/prisma/client.ts'
import { toolResource } from '#lib/oauth/resource.ts'
import { appOwner } from '#lib/pipeline/idempotency.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** The holder of a bearer token. */
export type Bearer = {
  /** The client, acting for the person who let it, in the account that they chose. */
  actor: Actor
  scopes: string[]
  grantId: string
  /** When the person allowed it, in Unix seconds. */
  grantedAt: number
  clientId: string
  clientName: string
  userId: string
  /** The user's role: the scopes allow no more than it does. */
  role: { name: string; permissions: ReadonlySet<Permission> }
  /** In Unix seconds. */
  expiresAt: number
  limits: { perCall: number | null; perDay: number | null }
}

/**
 * As `bearerOf`, for a request from an IP address: after too many wrong tokens from its network a token is rejected
 * before it is looked up. A token that was right there lately is always looked up.
 * @throws too_many_requests
 */
export async function bearerFrom(
  query: Query,
  token: string,
  now: number,
  address: string | null,
): Promise<Bearer | null> {
  const digest = Buffer.from(sha256(token)).toString('base64')
  assertNoWait(delayOf('token', digest, address))
  const bearer = await bearerOf(query, token, now)
  if (bearer) noteRight('token', digest, address)
  else assertNoWait(countWrong('token', digest, address))
  return bearer
}

type BearerRow = AccountRow & { grant_id: string; granted_at: bigint | number } & Columns<
    oauth_artifacts,
    'payload' | 'expires_at'
  > &
  Columns<
    oauth_grants,
    'client_id' | 'client_name' | 'user_id' | 'scopes' | 'limit_per_call' | 'limit_per_day' | 'last_used_at'
  > &
  RoleRow

/**
 * The holder of a bearer token, or null for an invalid one: unknown, expired, for another resource, its grant ended,
 * its client blocked, its person disabled or no longer of the merchant; a person who returns to a merchant finds no
 * grant from before. Everything is read in one query at each call, so that a revocation applies at once; granted
 * scopes are reduced to the current role.
 */
export async function bearerOf(query: Query, token: string, now: number): Promise<Bearer | null> {
  if (!/^[\w-]{20,200}$/.test(token)) return null
  const { rows } = await query<BearerRow>(
    `SELECT artifact.payload, artifact.expires_at, g.id AS grant_id, g.client_id, g.client_name, g.user_id, g.scopes,
            g.limit_per_call, g.limit_per_day, g.created_at AS granted_at, g.last_used_at, ${ROLE_COLUMNS}, ${ACCOUNT_COLUMNS}
     FROM oauth_artifacts artifact
     JOIN oauth_grants g ON g.id = artifact.grant_id ${GRANT_JOINS} ${ROLE_JOIN}
     WHERE artifact.kind = 'AccessToken' AND artifact.id_hash = $1 AND artifact.expires_at > $2
       AND ${activeGrant('$2')}`,
    [sha256(token), now],
  )
  const row = rows[0]
  const role = row && grantedRole(row)
  if (!row || !role) return null
  const { aud, scope } = row.payload as { aud?: unknown; scope?: unknown }
  if (aud !== toolResource()) return null
  // A grant may have been narrowed since the token was made.
  const granted = new Set(row.scopes)
  const scopes = String(scope ?? '')
    .split(' ')
    .filter((name) => granted.has(name))
  const account = accountOf(row)
  const permissions = new Set(role.permissions)
  const grantId = row.grant_id
  if (Number(row.last_used_at ?? 0) < now - 60)
    await query('UPDATE oauth_grants SET last_used_at = $3 WHERE account_id = $1 AND id = $2', [
      account.id,
      grantId,
      now,
    ])
  const amount = (value: number | bigint | null) => (value === null ? null : Number(value))
  return {
    actor: {
      kind: 'client',
      id: grantId,
      owner: appOwner(row.client_id, row.user_id),
      name: row.client_name,
      account,
      permissions: permissionsOf(scopes, permissions),
    },
    scopes,
    grantId,
    grantedAt: Number(row.granted_at),
    clientId: row.client_id,
    clientName: row.client_name,
    userId: row.user_id,
    role: { name: role.name, permissions },
    expiresAt: Number(row.expires_at),
    limits: { perCall: amount(row.limit_per_call), perDay: amount(row.limit_per_day) },
  }
}
