import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { ADDRESS_HEADER, networkOfAddress } from '#lib/auth/address.ts'
import { giveBack, takeByNetwork } from '#lib/auth/limits.ts'
import { delayOf, noteRight } from '#lib/auth/wrong-credentials.ts'
import { isSecretOf, storedSecretOf } from '#lib/oauth/clients.ts'
import { handToEngine } from '#lib/oauth/node-adapter.ts'
import { type ClientRow, prefetch } from '#lib/oauth/prefetch.ts'
import { env } from '#lib/process/env.ts'
import { runtime } from '#lib/runtime.ts'

/**
 * Handles nearly every introspection without the engine, whose steps cost several times as much: a client of ours,
 * correctly authenticated, asks about something that looks like a token. Everything else (another authentication
 * method, a wrong secret, a repeated parameter, an Origin, a fault) goes to the engine, so it alone decides on
 * errors. introspection.db.test.ts compares both responses to the byte. Measured in turns (oidc-provider 9.13.3, 16
 * connections): 133 µs of the server's processor in place of 301, 4,700 a second in place of 3,300.
 */
export function introspect(request: IncomingMessage, response: ServerResponse): void {
  respond(request, response).catch((error: Error) => void response.destroy(error))
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const question = questionOf(request.headers, body.toString())
  const address = String(request.headers[ADDRESS_HEADER] ?? '')
  const wait = takeByNetwork('oauth_calls', address)
  // The engine counts the same limit, and rejects in its own way.
  const known = wait === 0 && question && (await replyTo(question, address).catch(() => null))
  if (!known) {
    if (wait === 0) giveBack('oauth_calls', networkOfAddress(address))
    return handToEngine(request, response, body)
  }
  const text = JSON.stringify(known)
  response.writeHead(200, { ...HEADERS, 'content-length': Buffer.byteLength(text) }).end(text)
}

/** The engine's headers for a caller that is no page in a browser. */
const HEADERS = {
  vary: 'Origin',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

type Question = { token: string; clientId: string; secret: string | undefined }

/** Headers that change what the engine makes of a request. */
const TELLING = ['origin', 'dpop', 'oauth-client-attestation', 'oauth-client-attestation-pop']
const FIELDS = new Set(['token', 'token_type_hint', 'client_id', 'client_secret'])
/** The form of our ids, secrets and tokens: they need no decoding. */
const OURS = /^[\w-]{8,64}$/

/** The token of the request, or null when it is unclear. */
function questionOf(headers: IncomingHttpHeaders, body: string): Question | null {
  if (!/^application\/x-www-form-urlencoded(;\s*charset=utf-8)?$/i.test(headers['content-type'] ?? ''))
    return null
  if (TELLING.some((name) => headers[name] !== undefined)) return null
  const form = parse(body)
  const fits = ([name, value]: [string, unknown]) =>
    FIELDS.has(name) && typeof value === 'string' && OURS.test(value)
  const { token_type_hint: _hint, ...rest } = form
  if (Array.isArray(_hint) || !Object.entries(rest).every(fits)) return null
  const { token, client_id, client_secret } = rest as Record<string, string | undefined>
  const basic = basicOf(headers.authorization)
  if (basic === null || (basic && (client_secret !== undefined || (client_id ?? basic.id) !== basic.id)))
    return null
  const clientId = client_id ?? basic?.id
  if (token === undefined || clientId === undefined) return null
  return { token, clientId, secret: basic?.secret ?? client_secret }
}

/** Undefined without the header, null when it is anything but an id and a secret in our form. */
function basicOf(header: string | undefined): { id: string; secret: string } | undefined | null {
  if (header === undefined) return undefined
  const [, encoded = ''] = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []
  const [id = '', secret = '', more] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return more === undefined && OURS.test(id) && OURS.test(secret) ? { id, secret } : null
}

/** The engine's stored data of a token and of a grant. */
type Payload = {
  exp: number
  iat: number
  clientId?: string
  accountId?: string
  aud?: string
  scope?: string
}
/** The engine's stored data of a client. */
type Metadata = { client_secret_expires_at?: number; token_endpoint_auth_method?: string }

/** The engine's response, or null where the engine must run. */
async function replyTo({ token, clientId, secret }: Question, address: string): Promise<object | null> {
  const { query, clock } = runtime()
  // The engine runs, and rejects it.
  if (delayOf('client', clientId, address) > 0) return null
  const now = Math.floor(clock() / 1000)
  const kinds: [string, string] = ['AccessToken', 'RefreshToken']
  const found = await prefetch(query, clientId, { kinds, value: token }, now)
  if (!isAuthenticated(found.client, secret)) return null
  if (secret !== undefined) noteRight('client', clientId, address)
  const grant = found.grant as Payload | null
  if (!found.token || !grant) return { active: false }
  const payload = found.token.payload as Payload
  // Our tokens have none of these; the engine handles them.
  if (payload.iat > now || ['extra', 'sid', 'rar', 'jkt', 'x5t#S256'].some((name) => name in payload))
    return null
  const valid = found.token.consumed_at === null && payload.exp > now && grant.exp > now
  const own =
    payload.clientId === clientId && grant.clientId === clientId && grant.accountId === payload.accountId
  if (!valid || !own) return { active: false }
  return {
    active: true,
    sub: payload.accountId,
    client_id: clientId,
    exp: payload.exp,
    iat: payload.iat,
    iss: env().MCP_URL,
    aud: payload.aud,
    scope: payload.scope || undefined,
    token_type: found.token.kind === 'AccessToken' ? 'Bearer' : undefined,
  }
}

function isAuthenticated(client: ClientRow | null, secret: string | undefined): boolean {
  if (!client) return false
  const metadata = client.metadata as Metadata
  if (metadata.client_secret_expires_at) return false
  const method = metadata.token_endpoint_auth_method ?? 'client_secret_basic'
  if (method === 'none') return secret === undefined
  if (method !== 'client_secret_basic' && method !== 'client_secret_post') return false
  return secret !== undefined && isSecretOf(storedSecretOf(client), secret)
}
