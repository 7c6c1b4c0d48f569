import { findOpenRing, firstRing, type KeyRing, openRing } from '#lib/auth/key-ring.ts'
import type { Query } from '#lib/database/query.ts'
import { startError } from '#lib/server/cannot-start.ts'

/** The sealed text. Its value does not matter: only that it opens. */
const TEXT = 'counterfoil'

/**
 * Compares SECRET_KEY with the key of the data. The first start keeps a sealed value for it: of several at once, the
 * quickest. Then it begins the key ring.
 * @param keyFile where the key is kept when it is not a setting
 * @returns the data keys that it opens
 * @throws CannotStart when it is another key
 */
export async function checkKey(query: Query, secretKey: string, keyFile: string): Promise<KeyRing> {
  await query('INSERT INTO instance (key_check, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    firstRing(secretKey).seal(TEXT),
    Math.floor(Date.now() / 1000),
  ])
  const ring = (await opensData(query, secretKey)) ? await openRing(query, secretKey) : null
  if (ring === null) throw startError('secret_key_wrong', { path: keyFile })
  return ring
}

/**
 * The same without writing anything, for before the migrations: a start with another key must not touch the schema
 * either. A database that has no check yet is looked at after them.
 * @throws CannotStart when it is another key
 */
export async function assertNoOtherKey(query: Query, secretKey: string, keyFile: string): Promise<void> {
  if ((await opensData(query, secretKey)) === false) throw startError('secret_key_wrong', { path: keyFile })
}

/** Whether the key opens the key ring or, where there is none yet, the stored text; null where there is neither. */
export async function opensData(query: Query, secretKey: string): Promise<boolean | null> {
  const { rows: tables } = await query<{ instance: boolean; ring: boolean }>(
    `SELECT to_regclass('instance') IS NOT NULL AS instance, to_regclass('secret_keys') IS NOT NULL AS ring`,
    [],
  )
  if (tables[0]?.ring) {
    const { rows: keys } = await query('SELECT FROM secret_keys LIMIT 1', [])
    if (keys.length > 0) return (await findOpenRing(query, secretKey)) !== null
  }
  if (!tables[0]?.instance) return null
  const { rows } = await query<{ key_check: Uint8Array }>('SELECT key_check FROM instance', [])
  return rows[0] ? opens(secretKey, rows[0].key_check) : null
}

function opens(secretKey: string, sealed: Uint8Array): boolean {
  try {
    firstRing(secretKey).open(sealed)
    return true
  } catch {
    return false
  }
}
