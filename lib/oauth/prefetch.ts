import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { sha256 } from '#lib/auth/secrets.ts'
import type { Columns, MaybeColumns, Query } from '#lib/database/query.ts'
import type { oauth_artifacts, oauth_clients } from '#lib/generated/prisma/client.ts'

export type ClientRow = Columns<oauth_clients, 'metadata' | 'secret_hash'>
/** A code, token or grant. */
export type StoredToken = Columns<oauth_artifacts, 'payload' | 'consumed_at'>
type Person = { id: string }

/** The rows read for a request; null for a missing one. */
type Prefetched = {
  tokens: Map<string, StoredToken | null>
  people: Map<string, Person | null>
  replaces: boolean
}

/**
 * The rows that the engine reads one after the other during one request (client, code or token, grant, person), read
 * at once when it asks for the first of them. They belong to that request and end with it, and each is returned once:
 * a second read goes to the database. So no row is trusted longer than the request, and only the statement that uses
 * the code up decides whether tokens are issued (lib/oauth/exchange.ts).
 */
const prefetched = new WeakMap<object, Prefetched>()

/** A token prefetched for the current request; undefined when it was not looked for. */
export function prefetchedToken(kind: string, id: string): StoredToken | null | undefined {
  return takeFrom(requestParts()?.tokens, `${kind} ${id}`)
}

/** The person of a prefetched grant, likewise; null when the person is disabled. */
export function prefetchedPerson(id: string): Person | null | undefined {
  return takeFrom(requestParts()?.people, id)
}

/**
 * Whether the grant of the code in the current request replaces connections; true when it was not looked for. A grant
 * never changes this, so the statement that redeems the code may rest on it.
 */
export function prefetchedReplaces(): boolean {
  return requestParts()?.replaces ?? true
}

function requestParts(): Prefetched | undefined {
  return prefetched.get(Provider.ctx ?? prefetched)
}

function takeFrom<T>(parts: Map<string, T> | undefined, name: string): T | undefined {
  const part = parts?.get(name)
  parts?.delete(name)
  return part
}

/**
 * The row of a client, and with it what the request will ask for next.
 * @param now in Unix seconds
 */
export async function readClient(query: Query, id: string, now: number): Promise<ClientRow | null> {
  const { ctx } = Provider
  const request = ctx && requestedBy(ctx)
  if (!request) {
    const { rows } = await query<ClientRow>(
      `SELECT metadata, secret_hash FROM oauth_clients WHERE id = $1 AND origin <> 'document'`,
      [id],
    )
    return rows[0] ?? null
  }
  const { client, token, grant, person_id, replaces } = await prefetch(query, id, request, now)
  const tokens = new Map<string, StoredToken | null>(
    request.kinds.map((each) => [`${each} ${request.value}`, null]),
  )
  const people = new Map<string, Person | null>()
  prefetched.set(ctx, { tokens, people, replaces })
  if (token) {
    tokens.set(`${token.kind} ${request.value}`, token)
    tokens.set(`Grant ${token.grant_id}`, grant === null ? null : { payload: grant, consumed_at: null })
    const { accountId } = (grant ?? {}) as { accountId?: unknown }
    people.set(String(accountId), person_id === null ? null : { id: person_id })
  }
  return client
}

/** The kinds of values that a client can send in a request. */
type TokenLookup = { kinds: [string, string]; value: string }

type TogetherRow = MaybeColumns<oauth_clients, 'metadata' | 'secret_hash'> &
  MaybeColumns<oauth_artifacts, 'kind' | 'payload' | 'consumed_at' | 'grant_id'> & {
    grant_payload: oauth_artifacts['payload'] | null
    person_id: string | null
    replaces: boolean
  }

type Together = {
  client: ClientRow | null
  token: (StoredToken & Columns<oauth_artifacts, 'kind' | 'grant_id'>) | null
  /** The payload of the grant that the token is of. */
  grant: oauth_artifacts['payload'] | null
  person_id: string | null
  /** Whether the grant of a code replaces connections. */
  replaces: boolean
}

/** Every row that a request about a value needs, in one query; null where there is none. */
export async function prefetch(
  query: Query,
  clientId: string,
  { kinds, value }: TokenLookup,
  now: number,
): Promise<Together> {
  const { rows } = await query<TogetherRow>(TOGETHER, [...kinds, sha256(value), now, clientId])
  const [row] = rows
  if (!row) throw new Error('The query that always returns one row returned none.')
  const { metadata, secret_hash, kind, payload, consumed_at, grant_id, grant_payload, ...rest } = row
  return {
    client: metadata === null ? null : { metadata, secret_hash },
    token: kind === null || payload === null ? null : { kind, payload, consumed_at, grant_id },
    grant: grant_payload,
    person_id: rest.person_id,
    replaces: rest.replaces,
  }
}

/**
 * A client of its own metadata document has no row. Of the two kinds of token there is at most one under a hash.
 * Written so that a plan for any values is no worse than one for these, and PostgreSQL caches it instead of planning
 * six tables at each request.
 */
const TOGETHER = `SELECT client.metadata, client.secret_hash, artifact.kind, artifact.payload, artifact.consumed_at,
    artifact.grant_id, granted.payload AS grant_payload, person.id AS person_id,
    replacing.id IS NOT NULL AS replaces
  FROM (SELECT $5::text AS id) asked
  LEFT JOIN oauth_clients client ON client.id = asked.id AND client.origin <> 'document'
  LEFT JOIN oauth_artifacts artifact ON artifact.kind IN ($1, $2) AND artifact.id_hash = $3
    AND (artifact.expires_at IS NULL OR artifact.expires_at > $4)
  LEFT JOIN oauth_artifacts granted ON granted.kind = 'Grant'
    AND granted.id_hash = sha256(convert_to(artifact.grant_id, 'UTF8'))
    AND (granted.expires_at IS NULL OR granted.expires_at > $4)
  LEFT JOIN users person ON person.id = granted.payload ->> 'accountId' AND person.disabled_at IS NULL
  LEFT JOIN oauth_grants replacing ON artifact.kind = 'AuthorizationCode' AND replacing.id = artifact.grant_id
    AND cardinality(replacing.replaces) > 0`

/** The token or code of the request, by its parameters, not yet validated. */
function requestedBy({ oidc }: KoaContextWithOIDC): TokenLookup | null {
  const { grant_type, code, refresh_token, token } = oidc.params ?? {}
  const of = (value: unknown, kind: string, other = kind): TokenLookup | null =>
    typeof value === 'string' ? { kinds: [kind, other], value } : null
  if (oidc.route === 'token' && grant_type === 'authorization_code') return of(code, 'AuthorizationCode')
  if (oidc.route === 'token' && grant_type === 'refresh_token') return of(refresh_token, 'RefreshToken')
  if (oidc.route === 'introspection' || oidc.route === 'revocation')
    return of(token, 'AccessToken', 'RefreshToken')
  return null
}
