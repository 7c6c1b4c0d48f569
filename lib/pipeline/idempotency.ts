import { createHash, createHmac, randomUUID } from 'node:crypto'
import { isDead, processId } from '#lib/database/heartbeat.ts'
import type { Columns, Part, Query } from '#lib/database/query.ts'
import type { idempotency_keys } from '#lib/generated/prisma/client.ts'
import type { Changes, Row } from '#lib/pipeline/changes.ts'
import { refused, StoredError } from '#lib/pipeline/errors.ts'
import type { Actor, Claim, Result, Runtime } from '#lib/pipeline/operation.ts'

export type Stored = { status: number; body: string }

/** After this many seconds a repeat may take over a request without a response, though its process lives. */
export const LEASE_SECONDS = 30
/** The maximum length of a stored key. */
const LONGEST = 255

/**
 * An idempotency key as the account stores it: the caller that it belongs to, a space, and the key as sent. No caller
 * chooses the first part and no first part has a space in it, so no caller can name the key of another. An API key
 * and those it was rotated from are one caller, and so is an app with the person that it acts for. A request run for
 * an approval is a caller of its own, and so is a batch.
 */
export function keyOf(actor: Actor, sent: string): string {
  return `${ownerOf(actor)} ${sent.slice(0, LONGEST)}`
}

function ownerOf({ kind, id, owner, approval, batch }: Actor): string {
  if (batch !== undefined) return `batch:${batch}`
  return approval ? `approval:${approval.id}` : `${kind}:${owner ?? id}`
}

/** The caller that an app is together with the person that it acts for: it outlives a new consent. */
export function appOwner(clientId: string, userId: string): string {
  return createHash('sha256').update(`${clientId}\0${userId}`).digest('base64url').slice(0, 22)
}

/** A key as it is stored, and the request that it is for: its operation and a digest of what it asks. */
export type Wanted = { accountId: string; key: string; operation: string; hash: Uint8Array }

/** @param raw what makes two requests the same */
export function wantedKey(
  { digestKey }: { digestKey: string },
  { name }: { name: string },
  actor: Actor,
  sent: string,
  raw: unknown,
): Wanted {
  const hash = requestHash(digestKey, name, raw)
  return { accountId: actor.account.id, key: keyOf(actor, sent), operation: name, hash }
}

/** Finds a row when a key was used before. */
export function usedPart({ accountId, key }: Wanted): Part {
  return { sql: 'SELECT 1 FROM idempotency_keys WHERE account_id = ? AND key = ?', values: [accountId, key] }
}

/** Takes over a claim whose lease is over, or whose process is dead. */
const ENDED = `(kept.locked_until < $1 OR (kept.process_id IS NOT NULL AND ${isDead('kept.process_id')}))`

/**
 * Claims an idempotency key, or finds its stored response.
 * @throws idempotency_key_reused when the key was used with another request, idempotency_key_in_use while the first
 * runs.
 */
export async function claimIdempotencyKey(
  runtime: { query: Query; clock(): number },
  { accountId, key, operation, hash }: Wanted,
  token: string = randomUUID(),
): Promise<Claim | { stored: Stored }> {
  const now = Math.floor(runtime.clock() / 1000)
  const claimed = await runtime.query(
    `INSERT INTO idempotency_keys AS kept (account_id, key, operation, request_hash, token, locked_until, process_id, created_at)
     VALUES ($2, $3, $4, $5, $6, $7::bigint, $8, $1::bigint)
     ON CONFLICT (account_id, key) DO UPDATE SET token = EXCLUDED.token, locked_until = EXCLUDED.locked_until,
       process_id = EXCLUDED.process_id
     WHERE kept.status IS NULL AND ${ENDED} AND kept.request_hash = EXCLUDED.request_hash
     RETURNING token`,
    [now, accountId, key, operation, hash, token, now + LEASE_SECONDS, processId()],
  )
  if (claimed.rows.length === 1) return { accountId, key, token }

  const found = await runtime.query<Columns<idempotency_keys, 'request_hash' | 'status' | 'body'>>(
    'SELECT request_hash, status, body FROM idempotency_keys WHERE account_id = $1 AND key = $2',
    [accountId, key],
  )
  const [row] = found.rows
  if (row && !Buffer.from(row.request_hash).equals(hash)) throw refused('idempotency_key_reused')
  if (!row || row.status === null) throw refused('idempotency_key_in_use', undefined, { retryAfter: 1 })
  return { stored: { status: row.status, body: String(row.body) } }
}

/**
 * Stores the response of a claimed key, or releases the key when there is none to store.
 * @throws when the lease was lost to a repeat: the transaction around this must then not commit.
 */
export async function saveResponse(query: Query, claim: Claim, response: Stored | null): Promise<void> {
  const { accountId, key, token } = claim
  if (response === null) {
    await query('DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND token = $3', [
      accountId,
      key,
      token,
    ])
    return
  }
  const stored = await query(
    `UPDATE idempotency_keys SET status = $4, body = $5, token = NULL, locked_until = NULL, process_id = NULL
     WHERE account_id = $1 AND key = $2 AND token = $3 RETURNING key`,
    [accountId, key, token, response.status, response.body],
  )
  if (stored.rows.length === 0) throw refused('idempotency_key_in_use', undefined, { retryAfter: 1 })
}

/** The change that keeps the response of a claimed key with other changes; it fails once the lease was lost to a repeat. */
export function savedResponse(claim: Claim, response: Stored): Parameters<Changes['update']> {
  const key = { account_id: claim.accountId, key: claim.key }
  const set = {
    status: response.status,
    body: response.body,
    token: null,
    locked_until: null,
    process_id: null,
  }
  return ['idempotency_keys', key, { token: claim.token }, set]
}

/**
 * The row that claims a key, for a write that is one statement: with the response, or with a lease while the request goes on.
 */
export function claimRow(
  { accountId, key, operation, hash }: Wanted,
  state: Stored | { token: string },
  now: number,
): Row {
  const row = { account_id: accountId, key, operation, request_hash: asHex(hash), created_at: now }
  if ('body' in state) return { ...row, status: state.status, body: state.body }
  return { ...row, token: state.token, locked_until: now + LEASE_SECONDS, process_id: processId() }
}

/** Bytes as PostgreSQL reads them in a text. */
function asHex(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`
}

/**
 * The digest by which two requests are the same: the operation and its input, whatever the order of the properties.
 * Keyed, since the input may hold a card number, and a plain hash of a text so short can be reversed by trying all
 * values.
 */
function requestHash(digestKey: string, operation: string, raw: unknown): Uint8Array {
  return createHmac('sha256', digestKey).update(operation).update('\0').update(canonical(raw)).digest()
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const properties = Object.entries(value).filter(([, property]) => property !== undefined)
    properties.sort(([left], [right]) => (left < right ? -1 : 1))
    return `{${properties.map(([name, property]) => `${JSON.stringify(name)}:${canonical(property)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

const SEALED = 'sealed:'

/** A response as stored for its idempotency key: encrypted where the operation is confidential. */
export function storedBody(runtime: Runtime, operation: { confidential?: boolean }, text: string): string {
  if (!operation.confidential) return text
  return SEALED + Buffer.from(runtime.vault.seal(text)).toString('base64')
}

/** The stored response. None of ours begins like a sealed one: they are JSON. */
export function readable(runtime: Runtime, stored: Stored): Stored {
  if (!stored.body.startsWith(SEALED)) return stored
  return { ...stored, body: runtime.vault.open(Buffer.from(stored.body.slice(SEALED.length), 'base64')) }
}

/**
 * The first response again. Its value was validated when it was made.
 * @throws StoredError when the first request failed
 */
export function replay<T>(stored: Stored): Result<T> {
  if (stored.status >= 400) throw new StoredError(stored)
  return { status: stored.status, value: JSON.parse(stored.body), text: stored.body, replayed: true }
}
