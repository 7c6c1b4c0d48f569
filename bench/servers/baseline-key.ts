import { createHash, timingSafeEqual } from 'node:crypto'
import { pool, rowsOf } from '#bench/servers/baseline-pool.ts'

export type Actor = { id: string; name: string; accountId: string }

export type Requested = { actor: Actor; url: URL; key: string; body: string }
export type Reply = { status: number; body: string }

const known = new Map<string, { actor: Actor; hash: Buffer }>()

/** Whose Basic credentials these are: the key is read once, its secret compared by one SHA-256. */
export async function authenticate(header: string): Promise<Actor | undefined> {
  const text = Buffer.from(header.slice('Basic '.length), 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const id = text.slice(0, colon)
  const stored = known.get(id) ?? (await read(id))
  if (!stored) return undefined
  const hash = createHash('sha256')
    .update(text.slice(colon + 1))
    .digest()
  return timingSafeEqual(hash, stored.hash) ? stored.actor : undefined
}

async function read(id: string) {
  const [row] = await rowsOf(
    pool,
    'key',
    'SELECT account_id, name, secret_hash FROM api_keys WHERE id = $1',
    [id],
  )
  if (!row) return undefined
  const stored = {
    actor: { id, name: String(row.name), accountId: String(row.account_id) },
    hash: row.secret_hash as Buffer,
  }
  known.set(id, stored)
  return stored
}
