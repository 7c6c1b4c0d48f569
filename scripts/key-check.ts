import { seal, unseal } from '#lib/auth/secrets.ts'
import type { Query } from '#lib/database/query.ts'
import { startError } from '#lib/server/cannot-start.ts'

/** The sealed text. Its value does not matter: only that it opens. */
const TEXT = 'counterfoil'

/**
 * Compares SECRET_KEY with the key of the data. The first start keeps a sealed value for it: of several at once, the
 * quickest.
 * @param keyFile where the key is kept when it is not a setting
 * @throws CannotStart when it is another key
 */
export async function checkKey(query: Query, secretKey: string, keyFile: string): Promise<void> {
  await query('INSERT INTO instance (key_check, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    seal(secretKey, TEXT),
    Math.floor(Date.now() / 1000),
  ])
  if ((await opensData(query, secretKey)) === false) throw startError('secret_key_wrong', { path: keyFile })
}

/**
 * The same without writing anything, for before the migrations: a start with another key must not touch the schema
 * either. A database that has no check yet is looked at after them.
 * @throws CannotStart when it is another key
 */
export async function assertNoOtherKey(query: Query, secretKey: string, keyFile: string): Promise<void> {
  const { rows } = await query(`SELECT to_regclass('instance') IS NOT NULL AS checked`, [])
  if (rows[0]?.checked && (await opensData(query, secretKey)) === false)
    throw startError('secret_key_wrong', { path: keyFile })
}

/** Whether the key opens the stored text; null without one. */
export async function opensData(query: Query, secretKey: string): Promise<boolean | null> {
  const { rows } = await query<{ key_check: Uint8Array }>('SELECT key_check FROM instance', [])
  return rows[0] ? opens(secretKey, rows[0].key_check) : null
}

function opens(secretKey: string, sealed: Uint8Array): boolean {
  try {
    unseal(secretKey, sealed)
    return true
  } catch {
    return false
  }
}
