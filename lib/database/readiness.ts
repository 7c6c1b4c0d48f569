import { readdirSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { applicationFile } from '#lib/process/application-files.ts'
import { unavailableFor } from '#lib/process/availability.ts'
import { DEAD_AFTER } from './heartbeat.ts'
import type { Query } from './query.ts'

/** The parts that a server needs. */
export const PARTS = ['database', 'schema', 'disk', 'worker'] as const
type Part = (typeof PARTS)[number]
/** `ok`, or what is wrong with a part; null when a part could not be looked at. */
export type Readiness = Record<Part, string | null>

/** How long one look may take, in milliseconds. */
const TIMEOUT_MS = 2000
/** Workers write a heartbeat each second; one that restarts is missed for no longer than this, in seconds. */
const WORKER_GONE_AFTER = Math.max(10, DEAD_AFTER)
/** Bytes that the folder of the data must take. */
const PROBE = 65_536

type Looked = { query: Query; dataDir: string; timeoutMs?: number; migrations?: readonly string[] }

/**
 * Looks at everything that a request may need, within two seconds. The database spills some rows to its disk, which takes
 * neither log nor table but fails where there is no room; a file is written to the folder of the data.
 */
export async function lookAtParts(looked: Looked): Promise<Readiness> {
  const { timeoutMs = TIMEOUT_MS } = looked
  const [database, disk] = await Promise.all([
    within(timeoutMs, lookAtDatabase(looked)).catch((thrown) => ({
      database: whatIsWrong(thrown),
      schema: null,
      worker: null,
    })),
    within(timeoutMs, write(looked.dataDir)).then(
      () => 'ok',
      (thrown) => whatIsWrong(thrown),
    ),
  ])
  return { ...database, disk }
}

type DatabaseState = { read_only: boolean; applied: string[]; works: boolean }

async function lookAtDatabase({ query, migrations = committed() }: Looked): Promise<Omit<Readiness, 'disk'>> {
  const { rows } = await query<DatabaseState>(
    `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS read_only,
       ARRAY(SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL) AS applied,
       EXISTS (SELECT 1 FROM processes WHERE works AND beat_at > now() - interval '${WORKER_GONE_AFTER} seconds') AS works,
       (SELECT count(*) FROM pgboss.queue) AS queues,
       spill.count AS spilled
     FROM (SELECT set_config('work_mem', '64kB', true) AS little OFFSET 0) setting
     CROSS JOIN LATERAL (SELECT count(*) FROM generate_series(1, 20000 + 0 * length(setting.little)) n) spill`,
    [],
  )
  const [row] = rows
  if (!row) throw new Error('The database returned no state.')
  const applied = new Set(row.applied)
  const missing = migrations.filter((name) => !applied.has(name))
  return {
    database: row.read_only ? 'read-only' : 'ok',
    schema: missing.length === 0 ? 'ok' : `${missing.length} migrations missing`,
    worker: row.works ? 'ok' : 'no living worker',
  }
}

/** Read once: the folder belongs to the version that runs. */
function committed(): readonly string[] {
  known ??= readdirSync(applicationFile('prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  return known
}
let known: readonly string[] | undefined

async function write(dataDir: string): Promise<void> {
  const file = join(dataDir, `.ready-${process.pid}`)
  await mkdir(dataDir, { recursive: true })
  try {
    const handle = await open(file, 'w', 0o600)
    await handle.writeFile(Buffer.alloc(PROBE)).finally(() => handle.close())
  } finally {
    await rm(file, { force: true })
  }
}

const TIMED_OUT = 'no response within 2 seconds'

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(TIMED_OUT)), milliseconds)
  })
  // A late result is ignored.
  work.catch(() => {})
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** In words of ours: what the system or the database says may name folders and hosts. */
function whatIsWrong(thrown: unknown): string {
  if ((thrown as Error).message === TIMED_OUT) return TIMED_OUT
  const code = String((thrown as { code?: unknown }).code)
  if (code === 'ENOSPC' || code === 'EDQUOT' || /^53[14]00$/.test(code)) return 'disk full'
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM' || code === 'ENOTDIR') return 'not writable'
  return unavailableFor(thrown) === null ? 'failed' : 'unavailable'
}
