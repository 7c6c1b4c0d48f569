/** The key ring as the database has it: in `secret_keys`, sealed with SECRET_KEY, and its state in `key_ring`. */
import { z } from 'zod'
import type { Query } from '#lib/database/query.ts'
import { MAX_DATA_KEY } from './sealed-value.ts'
import { derivedKey, fingerprintOf, sealWith, unsealWith } from './secrets.ts'

/** What the ring is encrypted with. */
const RING = 'key ring'

/** The secrets of a ring, as they are sealed with SECRET_KEY: 32 bytes each, in base64. */
const RingKeys = z.object({
  /** Makes the digests that are compared for ever: it never changes. */
  digests: z.string(),
  data: z.array(z.object({ id: z.number().int().min(0).max(MAX_DATA_KEY), key: z.string() })),
})
export type RingKeys = z.infer<typeof RingKeys>

/** Which of its data keys count: see the table `key_ring`. */
export type RingState = { version: number; data_key: number; oldest_data_key: number }

/** The stored ring; `keys` is null when another SECRET_KEY opens it. */
export async function findRing(
  query: Query,
  secretKey: string,
): Promise<{ keys: RingKeys | null; state: RingState } | null> {
  const { rows } = await query<RingState & { sealed: Uint8Array | null }>(
    `SELECT version, data_key, oldest_data_key, (SELECT sealed FROM secret_keys WHERE fingerprint = $1) AS sealed
     FROM key_ring WHERE EXISTS (SELECT FROM secret_keys)`,
    [fingerprintOf(secretKey)],
  )
  const [row] = rows
  if (!row) return null
  const { sealed, ...state } = row
  return { keys: sealed === null ? null : unsealRing(secretKey, sealed), state }
}

/** The keys of a ring as the database has them. */
export function sealRing(secretKey: string, keys: RingKeys): Uint8Array<ArrayBuffer> {
  return sealWith(derivedKey(secretKey, RING), JSON.stringify(keys))
}

/** Undoes it; null when it was sealed with another SECRET_KEY. */
function unsealRing(secretKey: string, sealed: Uint8Array): RingKeys | null {
  try {
    return RingKeys.parse(JSON.parse(unsealWith(derivedKey(secretKey, RING), sealed)))
  } catch {
    return null
  }
}

/** Those of a database in which SECRET_KEY was never changed. */
export function firstKeys(secretKey: string): RingKeys {
  return { digests: secretKey, data: [{ id: 0, key: secretKey }] }
}
