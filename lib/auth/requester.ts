import {
  ACCOUNT_COLUMNS,
  ACCOUNT_TABLES,
  type AccountRow,
  accountJoins,
  accountOf,
} from '#lib/auth/account-columns.ts'
import { activeGrant, GRANT_JOINS } from '#lib/auth/active-grant.ts'
import type { Columns, Query } from '#lib/database/query.ts'
import { permissionsOf } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { grantedRole, ROLE_COLUMNS, ROLE_JOIN, type RoleRow } from '#lib/domain/roles/find.ts'
import type { api_keys, oauth_grants, users } from '#lib/generated/prisma/client.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { KEY_PERMISSIONS, type Permission } from '#lib/values/permissions.ts'

type Requested = { account_id: string; actor_kind: string; actor_id: string }

/**
 * The requester with their permissions of today, or null when they have lost access: the app's grant ended or
 * was blocked, the person disabled or no longer of the merchant, the key revoked or expired. Permissions are those of the role as it is now.
 */
export async function requesterActor(query: Query, request: Requested, now: number): Promise<Actor | null> {
  if (request.actor_kind === 'client') return app(query, request, now)
  return request.actor_kind === 'key' ? key(query, request, now) : person(query, request)
}

type AppRow = AccountRow & Columns<oauth_grants, 'client_name' | 'scopes'> & RoleRow

async function app(query: Query, request: Requested, now: number): Promise<Actor | null> {
  const { rows } = await query<AppRow>(
    `SELECT g.client_name, g.scopes, ${ROLE_COLUMNS}, ${ACCOUNT_COLUMNS}
     FROM oauth_grants g ${GRANT_JOINS} ${ROLE_JOIN}
     WHERE g.account_id = $1 AND g.id = $2 AND ${activeGrant('$3')}`,
    [request.account_id, request.actor_id, now],
  )
  const row = rows[0]
  const own = rightsOf(row)
  if (!row || !own) return null
  const permissions = permissionsOf(row.scopes, own)
  return {
    kind: 'client',
    id: request.actor_id,
    name: row.client_name,
    account: accountOf(row),
    permissions,
  }
}

type PersonRow = AccountRow & Columns<users, 'email'> & RoleRow

async function person(query: Query, request: Requested): Promise<Actor | null> {
  const { rows } = await query<PersonRow>(
    `SELECT person.email, ${ROLE_COLUMNS}, ${ACCOUNT_COLUMNS}
     FROM ${ACCOUNT_TABLES}
     JOIN users person ON person.id = $2 AND person.disabled_at IS NULL
     JOIN memberships membership ON membership.user_id = person.id AND membership.merchant_id = account.merchant_id
     ${ROLE_JOIN}
     WHERE account.id = $1`,
    [request.account_id, request.actor_id],
  )
  const row = rows[0]
  const permissions = rightsOf(row)
  if (!row || !permissions) return null
  return { kind: 'user', id: request.actor_id, name: row.email, account: accountOf(row), permissions }
}

type KeyRow = AccountRow & Columns<api_keys, 'name' | 'scopes'>

async function key(query: Query, request: Requested, now: number): Promise<Actor | null> {
  const { rows } = await query<KeyRow>(
    `SELECT key.name, key.scopes, ${ACCOUNT_COLUMNS}
     FROM api_keys key ${accountJoins('key')}
     WHERE key.account_id = $1 AND key.id = $2 AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > $3)`,
    [request.account_id, request.actor_id, now],
  )
  const row = rows[0]
  if (!row) return null
  const scopes = row.scopes as Permission[]
  return {
    kind: 'key',
    id: request.actor_id,
    name: row.name,
    account: accountOf(row),
    permissions: new Set(scopes.length === 0 ? KEY_PERMISSIONS : scopes),
  }
}

function rightsOf(row: RoleRow | undefined): Set<Permission> | null {
  const role = row && grantedRole(row)
  return role ? new Set(role.permissions) : null
}
