import { timingSafeEqual } from 'node:crypto'
import { ACCOUNT_COLUMNS, type AccountRow, accountJoins, accountOf } from '#lib/auth/account-columns.ts'
import { assertNoWait } from '#lib/auth/limits.ts'
import { countWrong, delayOf, noteRight } from '#lib/auth/wrong-credentials.ts'
import type { Columns, Query } from '#lib/database/query.ts'
import type { api_keys } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { isWithin } from '#lib/values/network.ts'
import { KEY_PERMISSIONS, type Permission } from '#lib/values/permissions.ts'
import { sha256 } from './secrets.ts'

type Stored = {
  actor: Actor
  secretHash: Uint8Array
  expiresAt: number | null
  /** Addresses and networks that it is accepted from; none is every one. */
  allowed: string[]
  readAt: number
}

/** How long a cached key is trusted, in milliseconds: a revoked key is rejected at most this much later. */
const BELIEVED = 1000
/** What is compared for a key that does not exist, so that it takes as long as one that does. */
const NO_SECRET_HASH = new Uint8Array(32)

/** How long uses are gathered before they are written, in milliseconds. */
const GATHERED = 5000

/** The caller: the IP address that the proxy noted, and the user agent. */
type Caller = { ip: string | null; agent: string | null }
type Use = Caller & { accountId: string; at: number }

type Known = {
  keys: Map<string, Stored>
  uses: Map<string, Use>
  /** How often something was forgotten: what was asked for before that is not kept. */
  forgotten: number
  /** Keys that are being read, each once for all requests that need it. */
  reading: Map<string, { since: number; cached: Promise<Stored | undefined> }>
  timer?: NodeJS.Timeout | undefined
}

/** On globalThis, since Next bundles routes apart: what a page forgets must be forgotten for /v1. */
function known(): Known {
  globals.counterfoilKeys ??= { keys: new Map(), uses: new Map(), forgotten: 0, reading: new Map() }
  return globals.counterfoilKeys
}
const globals = globalThis as { counterfoilKeys?: Known }

/**
 * The actor of HTTP Basic credentials: key id and secret.
 * @param onKnown is called as soon as the secret is right, even when the IP address is then rejected: for the log
 * @throws authentication_required with one sentence for all causes
 * @throws too_many_requests after too many wrong secrets; the right secret passes from networks where it was used
 * lately, and from every other network
 * @throws address_not_allowed for the right secret from an IP address that the key does not allow
 */
export async function authenticateKey(
  query: Query,
  header: string | null,
  now: number,
  { ip, agent }: Caller,
  onKnown: (actor: Actor) => void = () => {},
): Promise<Actor> {
  const credentials = readBasic(header)
  if (!credentials) throw refused('authentication_required')
  const cached = await keyOf(query, credentials.id, now, ip)
  const isRight = timingSafeEqual(sha256(credentials.secret), cached?.secretHash ?? NO_SECRET_HASH)
  const expired = cached?.expiresAt != null && cached.expiresAt * 1000 <= now
  if (!isRight) assertNoWait(countWrong('key', credentials.id, ip))
  if (!cached || !isRight || expired) throw refused('authentication_required')
  // Once each time that the key was read, which is once a second at most.
  if (cached.readAt === now) noteRight('key', credentials.id, ip)
  onKnown(cached.actor)
  if (cached.allowed.length > 0 && !isWithin(ip ?? '', cached.allowed)) {
    throw refused(
      'address_not_allowed',
      `This API key can't be used from ${ip ?? 'an unknown IP address'}. Add the address to the key's allowed networks.`,
    )
  }
  const all = known()
  all.uses.set(credentials.id, { accountId: cached.actor.account.id, at: Math.floor(now / 1000), ip, agent })
  all.timer ??= setTimeout(() => void writeLastUses(all, query).catch(() => {}), GATHERED).unref()
  return cached.actor
}

/** Forgets what was read of a key, so that its revocation holds at once in this process. */
export function forgetKey(id: string): void {
  const all = known()
  all.keys.delete(id)
  all.forgotten += 1
}

/** Writes down when keys were last used: seldom and together, so that it costs no request anything. */
async function writeLastUses(all: Known, query: Query): Promise<void> {
  const { uses } = all
  all.timer = undefined
  if (uses.size === 0) return
  const entries = [...uses.entries()]
  uses.clear()
  await query(
    `UPDATE api_keys SET last_used_at = used.at, last_used_ip = used.ip, last_used_agent = used.agent
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[]) AS used (account_id, id, at, ip, agent)
     WHERE api_keys.account_id = used.account_id AND api_keys.id = used.id`,
    [
      entries.map(([, use]) => use.accountId),
      entries.map(([id]) => id),
      entries.map(([, use]) => use.at),
      entries.map(([, use]) => use.ip),
      entries.map(([, use]) => use.agent),
    ],
  )
}

type KeyRow = AccountRow &
  Columns<
    api_keys,
    'id' | 'name' | 'secret_hash' | 'scopes' | 'expires_at' | 'allowed_addresses' | 'origin_id'
  >

/** @throws too_many_requests in place of a query, after too many wrong secrets from the caller's network */
async function keyOf(query: Query, id: string, now: number, ip: string | null): Promise<Stored | undefined> {
  const all = known()
  const remembered = all.keys.get(id)
  if (remembered && now - remembered.readAt < BELIEVED) return remembered
  assertNoWait(delayOf('key', id, ip))
  const name = `${all.forgotten} ${id}`
  const under = all.reading.get(name)
  if (under && now - under.since < BELIEVED) return under.cached
  const cached = readKey(query, id, now).finally(() => all.reading.delete(name))
  all.reading.set(name, { since: now, cached })
  return cached
}

async function readKey(query: Query, id: string, now: number): Promise<Stored | undefined> {
  const all = known()
  const { keys, forgotten } = all
  const { rows } = await query<KeyRow>(
    `SELECT key.id, key.name, key.secret_hash, key.scopes, key.expires_at, key.allowed_addresses, key.origin_id, ${ACCOUNT_COLUMNS}
     FROM api_keys key ${accountJoins('key')}
     WHERE key.id = $1 AND key.revoked_at IS NULL`,
    [id],
  )
  const row = rows[0]
  if (!row) {
    keys.delete(id)
    return undefined
  }
  const scopes = row.scopes as Permission[]
  const permissions = new Set(scopes.length === 0 ? KEY_PERMISSIONS : scopes)
  const owner = row.origin_id ?? undefined
  const actor: Actor = {
    kind: 'key',
    id,
    name: row.name,
    owner,
    account: accountOf(row),
    permissions,
  }
  const cached = {
    actor,
    secretHash: row.secret_hash,
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
    allowed: row.allowed_addresses,
    readAt: now,
  }
  // Read before a key changed: the row may be older than the change, so it serves this request alone.
  if (all.forgotten !== forgotten) return cached
  if (keys.size > 10_000) keys.clear()
  keys.set(id, cached)
  return cached
}

function readBasic(header: string | null): { id: string; secret: string } | undefined {
  const match = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')
  if (!match?.[1]) return undefined
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  // What is no id of a key is not looked up; it may hold bytes that the database does not take.
  const [, id, secret] = /^(key_(?:test|live)_[0-9A-Za-z]{14}):(.*)$/s.exec(text) ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret }
}
