import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { type KeyRing, keyRingIfRead } from '#lib/auth/key-ring.ts'
import type { SharedUses, Uses } from '#lib/auth/shared-uses.ts'
import { log } from '#lib/process/log.ts'
import { version } from '#lib/process/version.ts'
import { queryOn } from './query.ts'

/** How often a process says that it lives, in milliseconds. */
const EVERY_MS = 1000
/** How long a heartbeat may take before its connection is given up. */
const TIMEOUT_MS = 2000
/** How soon, at the earliest, one may follow another that told of callers who come often. */
const HURRY_MS = 100
/** Seconds without a heartbeat after which a process counts as dead. */
export const DEAD_AFTER = 3

type Beat = {
  ring_version: number | null
  others: { id: string; uses: Uses }[] | null
}

export type Heartbeat = {
  id: string
  /** Notes jobs that this process has in hand, so that another takes them over when it dies. */
  holding(jobs: readonly string[]): Promise<void>
  released(jobs: readonly string[]): void
  stop(): Promise<void>
}

/** The SQL condition that no living process has the id in `column`. A process without a row is dead. */
export function isDead(column: string): string {
  return `NOT EXISTS (SELECT 1 FROM processes alive WHERE alive.id = ${column}
    AND alive.beat_at > now() - interval '${DEAD_AFTER} seconds')`
}

/** The id of this process, once its heartbeat has begun. On globalThis, since Next bundles routes apart. */
export function processId(): string | null {
  return globals.counterfoilHeartbeat?.id ?? null
}

export function heartbeat(): Heartbeat | undefined {
  return globals.counterfoilHeartbeat
}
const globals = globalThis as { counterfoilHeartbeat?: Heartbeat | undefined }

/**
 * Begins the heartbeat of this process, on a connection of its own: a pool that is used up must not look like a dead
 * process. With each it says which data keys this process has, and learns when there are others.
 * @param works whether this process runs jobs
 * @param options.kind a server may run jobs, too
 * @param options.sharing what servers tell each other
 */
export async function startHeartbeat(
  url: string,
  works: boolean,
  {
    kind = 'server',
    ring = keyRingIfRead(),
    sharing,
  }: { kind?: 'server' | 'worker'; ring?: KeyRing | undefined; sharing?: SharedUses } = {},
): Promise<Heartbeat> {
  const id = `${process.pid}-${randomUUID()}`
  const jobs = new Set<string>()
  let client: Client | undefined
  let stopped = false
  let beating: Promise<void> = Promise.resolve()

  async function connection(): Promise<Client> {
    if (client) return client
    const opened = new Client({
      connectionString: url,
      application_name: 'counterfoil heartbeat',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    opened.on('error', () => {
      if (client === opened) client = undefined
    })
    await opened.connect()
    client = opened
    return opened
  }

  async function beat(): Promise<void> {
    try {
      const { rows } = await (await connection()).query<Beat>(
        `INSERT INTO processes (id, works, jobs, started_at, beat_at, kind, version, secret_key, ring_version, uses)
         VALUES ($1, $2, $3, now(), now(), $4, $5, $6, $7, $8)
         ON CONFLICT (id) DO UPDATE SET beat_at = EXCLUDED.beat_at, jobs = EXCLUDED.jobs,
           ring_version = EXCLUDED.ring_version, uses = EXCLUDED.uses
         RETURNING (SELECT version FROM key_ring) AS ring_version,
           (SELECT json_agg(json_build_object('id', other.id, 'uses', other.uses)) FROM processes other
            WHERE other.id <> $1 AND other.kind = 'server' AND other.beat_at > now() - interval '${DEAD_AFTER} seconds') AS others`,
        [
          id,
          works,
          [...jobs],
          kind,
          version(),
          ring?.fingerprint ?? null,
          ring?.version ?? null,
          sharing?.report() ?? {},
        ],
      )
      const [row] = rows
      if (row) sharing?.heard(new Map(row.others?.map(({ id, uses }) => [id, uses])))
      if (row && row.ring_version !== null) await ring?.follow(row.ring_version, queryOn(await connection()))
    } catch (thrown) {
      const lost = client
      client = undefined
      void lost?.end().catch(() => {})
      if (!stopped) log().debug({ err: thrown }, 'A heartbeat failed.')
    }
  }

  /** One after the other, so that an older list of jobs never overwrites a newer one. */
  function soon(): Promise<void> {
    beating = beating.then(beat)
    return beating
  }

  let hurried: NodeJS.Timeout | undefined
  sharing?.onHurry(() => {
    hurried ??= setTimeout(() => {
      hurried = undefined
      if (!stopped) void soon()
    }, HURRY_MS)
  })

  await soon()
  const timer = setInterval(() => void soon(), EVERY_MS)
  const own: Heartbeat = {
    id,
    async holding(ids) {
      for (const one of ids) jobs.add(one)
      await soon()
    },
    released(ids) {
      for (const one of ids) jobs.delete(one)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      clearTimeout(hurried)
      await beating
      if (globals.counterfoilHeartbeat === own) globals.counterfoilHeartbeat = undefined
      await client?.query('DELETE FROM processes WHERE id = $1', [id]).catch(() => {})
      await client?.end().catch(() => {})
    },
  }
  globals.counterfoilHeartbeat = own
  return own
}
