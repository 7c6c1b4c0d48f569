import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { sha256 } from '#lib/secrets.ts'

type Query = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** A row of what was asked for, or null when it was looked for and not found. */
export type Found = Record<string, unknown> | null

/**
 * What the engine reads one after the other while it answers one request (client, code or token, grant, person), read at
 * once when it asks for the first of them. It belongs to that request and ends with it, and each part is handed out once:
 * whoever asks again asks the database. So nothing is believed longer than the request takes, and what decides whether
 * tokens are given is the statement that uses the code up (lib/oauth/exchange.ts).
 */
const ahead = new WeakMap<object, Map<string, Found>>()

/** The part that was read ahead for the request that is being answered, or undefined: then it has not been looked for. */
export function readBefore(kind: string, id: string): Found | undefined {
  const parts = ahead.get(Provider.ctx ?? ahead)
  const name = `${kind} ${id}`
  const part = parts?.get(name)
  parts?.delete(name)
  return part
}

/**
 * The row of a client, and with it what the request will ask for next.
 * @param now in Unix seconds
 */
export async function readClient(query: Query, id: string, now: number): Promise<Found> {
  const { ctx } = Provider
  const asked = ctx && askedFor(ctx)
  if (!asked) {
    const { rows } = await query(
      `SELECT metadata, secret_hash FROM oauth_clients WHERE id = $1 AND origin <> 'document'`,
      [id],
    )
    return rows[0] ?? null
  }
  const row = await prefetch(query, id, asked, now)
  const { kind, payload, consumed_at, grant_id, grant_payload, person_id } = row
  const parts = new Map<string, Found>(asked.kinds.map((each) => [`${each} ${asked.value}`, null]))
  ahead.set(ctx, parts)
  if (kind) {
    parts.set(`${kind} ${asked.value}`, { payload, consumed_at })
    parts.set(`Grant ${grant_id}`, grant_payload ? { payload: grant_payload, consumed_at: null } : null)
    const { accountId } = (grant_payload ?? {}) as { accountId?: unknown }
    parts.set(`Account ${accountId}`, person_id ? { id: person_id } : null)
  }
  return row.metadata ? row : null
}

/** What a request is about: a client has the value of something that is of one of these kinds. */
export type Asked = { kinds: [string, string]; value: string }

/** Everything that answers a request about a value, in one row; its members are null where there is nothing. */
export async function prefetch(
  query: Query,
  clientId: string,
  { kinds, value }: Asked,
  now: number,
): Promise<Record<string, unknown>> {
  const { rows } = await query(TOGETHER, [...kinds, sha256(value), now, clientId])
  return rows[0] ?? {}
}

/**
 * The client comes alone where it is none of ours: its metadata are in a document then. Of the two kinds of token there
 * is at most one under a hash. Written so that a plan for any values is no worse than one for these, and PostgreSQL
 * keeps it instead of planning five tables at each request.
 */
const TOGETHER = `SELECT client.metadata, client.secret_hash, artifact.kind, artifact.payload, artifact.consumed_at,
    artifact.grant_id, granted.payload AS grant_payload, person.id AS person_id
  FROM (SELECT $5::text AS id) asked
  LEFT JOIN oauth_clients client ON client.id = asked.id AND client.origin <> 'document'
  LEFT JOIN oauth_artifacts artifact ON artifact.kind IN ($1, $2) AND artifact.id_hash = $3
    AND (artifact.expires_at IS NULL OR artifact.expires_at > $4)
  LEFT JOIN oauth_artifacts granted ON granted.kind = 'Grant'
    AND granted.id_hash = sha256(convert_to(artifact.grant_id, 'UTF8'))
    AND (granted.expires_at IS NULL OR granted.expires_at > $4)
  LEFT JOIN users person ON person.id = granted.payload ->> 'accountId' AND person.disabled_at IS NULL`

/** What the request is about, by its parameters, which nobody has judged yet. */
function askedFor({ oidc }: KoaContextWithOIDC): Asked | null {
  const { grant_type, code, refresh_token, token } = oidc.params ?? {}
  const of = (value: unknown, kind: string, other = kind): Asked | null =>
    typeof value === 'string' ? { kinds: [kind, other], value } : null
  if (oidc.route === 'token' && grant_type === 'authorization_code') return of(code, 'AuthorizationCode')
  if (oidc.route === 'token' && grant_type === 'refresh_token') return of(refresh_token, 'RefreshToken')
  if (oidc.route === 'introspection' || oidc.route === 'revocation')
    return of(token, 'AccessToken', 'RefreshToken')
  return null
}
