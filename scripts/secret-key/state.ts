import { fingerprintOf } from '#lib/auth/secrets.ts'
import { DEAD_AFTER } from '#lib/database/heartbeat.ts'
import type { Query } from '#lib/database/query.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'

/** A SECRET_KEY that opens the database: the newest last. */
export type RootKey = { number: number; fingerprint: string; created_at: number }

export async function storedKeys(query: Query): Promise<RootKey[]> {
  const { rows } = await query<RootKey>(
    'SELECT number, fingerprint, created_at::float8 AS created_at FROM secret_keys ORDER BY number',
    [],
  )
  return rows
}

/** The two keys while SECRET_KEY is being changed, or null. */
export async function rotationUnderWay(query: Query): Promise<{ former: RootKey; newest: RootKey } | null> {
  const [former, newest] = await storedKeys(query)
  return former && newest ? { former, newest } : null
}

/** @throws CannotStart when SECRET_KEY is not being changed */
export async function assertRotating(query: Query): Promise<{ former: RootKey; newest: RootKey }> {
  const found = await rotationUnderWay(query)
  if (!found) throw new CannotStart('SECRET_KEY is not being changed. Begin with `secret rotate`.')
  return found
}

export function isKey({ fingerprint }: RootKey, secretKey: string): boolean {
  return fingerprint === fingerprintOf(secretKey)
}

/** A process with a heartbeat. Both are null for a version that knows no data keys. */
export type LivingProcess = {
  id: string
  kind: string | null
  started_at: number
  secret_key: string | null
  ring_version: number | null
}

export async function livingProcesses(query: Query): Promise<LivingProcess[]> {
  const { rows } = await query<LivingProcess>(
    `SELECT id, kind, floor(extract(epoch FROM started_at))::float8 AS started_at, secret_key, ring_version
     FROM processes WHERE beat_at > now() - interval '${DEAD_AFTER} seconds' ORDER BY started_at, id`,
    [],
  )
  return rows
}

/** The processes in words: "server 4711 (since 2026-11-29T10:00:00Z)". The ID begins with that of the system. */
export function processList(processes: readonly LivingProcess[]): string {
  return processes
    .map(({ id, kind, started_at }) => {
      const since = new Date(started_at * 1000).toISOString().replace(/\.\d+/, '')
      return `${kind ?? 'process'} ${id.split('-')[0]} (since ${since})`
    })
    .join(', ')
}
