import { ACCOUNT_COLUMNS, ACCOUNT_TABLES, accountJoins, accountOf } from '#lib/auth/account-columns.ts'
import { GRANT_JOINS, grantInForce } from '#lib/auth/grant-in-force.ts'
import { permissionsOf } from '#lib/domain/connected-apps/schema/scopes.ts'
import { KEY_PERMISSIONS, type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/permissions.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'

type Asked = { account_id: string; actor_kind: string; actor_id: string }

/**
 * Whoever asked for something as they are now, or null when they may do nothing any more: the program's grant ended or
 * was blocked, the person disabled or no longer of the merchant, the key revoked or expired. Permissions are those of the role as it is now.
 */
export async function requesterActor(
  query: Runtime['query'],
  asked: Asked,
  now: number,
): Promise<Actor | null> {
  if (asked.actor_kind === 'client') return program(query, asked, now)
  return asked.actor_kind === 'key' ? key(query, asked, now) : person(query, asked)
}

async function program(query: Runtime['query'], asked: Asked, now: number): Promise<Actor | null> {
  const { rows } = await query(
    `SELECT g.client_name, g.scopes, membership.role, ${ACCOUNT_COLUMNS}
     FROM oauth_grants g ${GRANT_JOINS}
     WHERE g.account_id = $1 AND g.id = $2 AND ${grantInForce('$3')}`,
    [asked.account_id, asked.actor_id, now],
  )
  const row = rows[0]
  const own = rightsOf(row?.role)
  if (!row || !own) return null
  const permissions = permissionsOf(row.scopes as string[], own)
  return {
    kind: 'client',
    id: asked.actor_id,
    name: String(row.client_name),
    account: accountOf(row),
    permissions,
  }
}

async function person(query: Runtime['query'], asked: Asked): Promise<Actor | null> {
  const { rows } = await query(
    `SELECT person.email, membership.role, ${ACCOUNT_COLUMNS}
     FROM ${ACCOUNT_TABLES}
     JOIN users person ON person.id = $2 AND person.disabled_at IS NULL
     JOIN memberships membership ON membership.user_id = person.id AND membership.merchant_id = account.merchant_id
     WHERE account.id = $1`,
    [asked.account_id, asked.actor_id],
  )
  const row = rows[0]
  const permissions = rightsOf(row?.role)
  if (!row || !permissions) return null
  return { kind: 'user', id: asked.actor_id, name: String(row.email), account: accountOf(row), permissions }
}

async function key(query: Runtime['query'], asked: Asked, now: number): Promise<Actor | null> {
  const { rows } = await query(
    `SELECT key.name, key.scopes, ${ACCOUNT_COLUMNS}
     FROM api_keys key ${accountJoins('key')}
     WHERE key.account_id = $1 AND key.id = $2 AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > $3)`,
    [asked.account_id, asked.actor_id, now],
  )
  const row = rows[0]
  if (!row) return null
  const scopes = row.scopes as Permission[]
  return {
    kind: 'key',
    id: asked.actor_id,
    name: String(row.name),
    account: accountOf(row),
    permissions: new Set(scopes.length === 0 ? KEY_PERMISSIONS : scopes),
  }
}

function rightsOf(role: unknown) {
  const known = ROLES.find((name) => name === role)
  return known && new Set(ROLE_PERMISSIONS[known])
}
