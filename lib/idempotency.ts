import { createHmac, randomUUID } from 'node:crypto'
import { refused } from '#lib/errors.ts'
import type { Insert } from '#lib/statement.ts'

type Query = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** The right to run the request of an idempotency key, until the lease ends. `answered`: its answer is kept already. */
export type Claim = { accountId: string; key: string; token: string; answered?: true }
/** The answer that the first request got. */
export type Stored = { status: number; body: string }

/** After this many seconds a request that never answered (its server died) may be taken over by a repeat. */
const LEASE_SECONDS = 30

/**
 * Claims an idempotency key, or finds what it got before.
 * @throws idempotency_key_reused when the key was used with another request, idempotency_key_in_use while the first runs.
 */
export async function claimIdempotencyKey(
  runtime: { query: Query; clock(): number },
  accountId: string,
  key: string,
  operation: string,
  hash: Uint8Array,
): Promise<Claim | { stored: Stored }> {
  const now = Math.floor(runtime.clock() / 1000)
  const token = randomUUID()
  const claimed = await runtime.query(
    `INSERT INTO idempotency_keys AS kept (account_id, key, operation, request_hash, token, locked_until, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (account_id, key) DO UPDATE SET token = EXCLUDED.token, locked_until = EXCLUDED.locked_until
     WHERE kept.status IS NULL AND kept.locked_until < $7 AND kept.request_hash = EXCLUDED.request_hash
     RETURNING token`,
    [accountId, key, operation, hash, token, now + LEASE_SECONDS, now],
  )
  if (claimed.rows.length === 1) return { accountId, key, token }

  const found = await runtime.query(
    'SELECT request_hash, status, body FROM idempotency_keys WHERE account_id = $1 AND key = $2',
    [accountId, key],
  )
  const row = found.rows[0]
  if (row && !Buffer.from(row.request_hash as Uint8Array).equals(hash))
    throw refused('idempotency_key_reused')
  if (!row || row.status === null) throw refused('idempotency_key_in_use', undefined, { retryAfter: 1 })
  return { stored: { status: Number(row.status), body: String(row.body) } }
}

/**
 * Keeps the answer of a claimed key, or gives the key back when there is none to keep.
 * @throws when the lease was lost to a repeat: the transaction around this must then not commit.
 */
export async function keepAnswer(query: Query, claim: Claim, answer: Stored | null): Promise<void> {
  const { accountId, key, token } = claim
  if (answer === null) {
    await query('DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND token = $3', [
      accountId,
      key,
      token,
    ])
    return
  }
  const kept = await query(
    `UPDATE idempotency_keys SET status = $4, body = $5, token = NULL, locked_until = NULL
     WHERE account_id = $1 AND key = $2 AND token = $3 RETURNING key`,
    [accountId, key, token, answer.status, answer.body],
  )
  if (kept.rows.length === 0) throw refused('idempotency_key_in_use', undefined, { retryAfter: 1 })
}

/** The row of a key with its answer, for a write that is one statement. */
export function keepRow(
  accountId: string,
  key: string,
  operation: string,
  hash: Uint8Array,
  status: number,
  body: string,
  now: number,
): Insert {
  return {
    table: 'idempotency_keys',
    row: { account_id: accountId, key, operation, request_hash: hash, status, body, created_at: now },
  }
}

/**
 * What makes two requests the same: the operation and its input, whatever the order of the members. Keyed, since
 * the input may hold a card number, and a plain hash of so short a thing can be undone by trying them all.
 */
export function requestHash(digestKey: string, operation: string, raw: unknown): Uint8Array {
  return createHmac('sha256', digestKey).update(operation).update('\0').update(canonical(raw)).digest()
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    members.sort(([left], [right]) => (left < right ? -1 : 1))
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
