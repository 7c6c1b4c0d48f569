import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ARCHIVE_TIMEOUT } from '#lib/database/wal-archive.ts'
import { startError } from '#lib/server/cannot-start.ts'
import type { SystemAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { POSTGRES_ENVIRONMENT } from './cluster.ts'
import { openLog } from './log-file.ts'
import { processesOf, processIdentity, servesCluster } from './processes.ts'

const MB = 2 ** 20

/** How PostgreSQL is to use the memory that there is. */
type MemorySettings = {
  shared_buffers: string
  effective_cache_size: string
  maintenance_work_mem: string
}

/** For a machine with less memory than it reports: PostgreSQL starts with this little. */
export const LEAST_MEMORY: MemorySettings = memorySettings(0)

/**
 * Sizes PostgreSQL's memory to the machine, which it shares with the server: an eighth for its own cache, up to 1 GB,
 * since the cache of the system holds the rest. The cache is taken when it is filled, not at the start.
 * @param bytes of memory that this process may use
 */
export function memorySettings(bytes: number = memoryHere()): MemorySettings {
  const share = (part: number, min: number, max: number) =>
    `${Math.min(max, Math.max(min, Math.floor(bytes / part / MB)))}MB`
  return {
    shared_buffers: share(8, 32, 1024),
    effective_cache_size: share(2, 128, 1_048_576),
    maintenance_work_mem: share(32, 16, 512),
  }
}

/** The memory of the machine, or the limit of the container, whichever is less. */
function memoryHere(): number {
  // 0 where there is no limit, or where the system has none.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * A crash replays the log since the checkpoint before the last one, at most this much, so it bounds how long the database is
 * away after one: 110 MB took 1.2 s of processor time, and PostgreSQL's own bound is 1 GB. Checkpoints come more often under
 * load, which is meant, and orders are as fast.
 */
const MAX_WAL_SIZE = '128MB'

/** With little memory, fewer processes: each takes some megabytes, and there is no load that would use them. */
function processSettings(bytes: number = memoryHere()): Record<string, string | number> {
  return bytes < 1000 * MB ? { io_method: 'sync', autovacuum_max_workers: 1 } : {}
}

type Postmaster = { pid: number; port: number; gone: Promise<void> }
type Settings = {
  binaries: Binaries
  account: SystemAccount
  folder: string
  log: string
  durable: boolean
  /** The folder that segments of the write-ahead log are archived to. */
  archive?: string | undefined
  /** How many server processes share it. */
  servers?: number | undefined
}

/** What a server process with its worker, commands and people with psql take at most, and each further process. */
const connectionsOf = (servers = 1) => 120 + 40 * (servers - 1)

/** How often a start is tried with the memory of the machine before it is tried with the least. */
const MEMORY_ATTEMPTS = 3

/** Whether the last postmaster of a cluster was started with what can be set at a start alone. */
export function isStartedWith({ folder, archive, servers }: Settings): boolean {
  try {
    const options = readFileSync(join(folder, 'postmaster.opts'), 'utf8')
    const archived = /"basic_archive\.archive_directory=([^"]*)"/.exec(options)?.[1]
    return archived === archive && options.includes(`"max_connections=${connectionsOf(servers)}"`)
  } catch {
    return false
  }
}

/** The postmaster that serves the folder now, if one does: left by a server that was killed, or another server's. */
export async function runningPostmaster(folder: string): Promise<Postmaster | undefined> {
  const file = readPidFile(folder)
  if (!file || !servesCluster(file.pid, folder)) return undefined
  while (processIdentity(file.pid) && readPidFile(folder)?.status === 'starting') await sleep(20)
  if (readPidFile(folder)?.status !== 'ready' || !processIdentity(file.pid)) return undefined
  return { pid: file.pid, port: file.port, gone: untilGone(file.pid) }
}

/**
 * Starts PostgreSQL and resolves when it accepts connections. It runs in a session of its own, so that Ctrl-C
 * reaches only us and requests in flight can still finish; it logs to a file, so that it outlives us unharmed.
 */
export async function startPostmaster(settings: Settings, port: number): Promise<Postmaster> {
  const { folder } = settings
  for (let attempt = 0; ; attempt++) {
    await clearRemains(folder, attempt)
    const memory = attempt < MEMORY_ATTEMPTS ? memorySettings() : LEAST_MEMORY
    const started = await launch(settings, port, memory)
    if (started) return started
    if (attempt >= 40) throw notStarted(settings)
    await sleep(Math.min(50 * (attempt + 1), 500))
  }
}

/**
 * Stops PostgreSQL: first waits briefly for closing connections, then rolls back open transactions, and at last skips
 * the checkpoint that makes the next start quick; its log recovers the data all the same.
 */
export async function stopPostmaster(settings: Settings, postmaster: Postmaster): Promise<void> {
  const patience = { smart: 500, fast: 15_000, immediate: 60_000 }
  for (const mode of ['smart', 'fast', 'immediate'] as const) {
    requestStop(settings, postmaster, mode)
    const stopped = postmaster.gone.then(() => true)
    if (await Promise.race([stopped, sleep(patience[mode], false, { ref: false })])) return
  }
}

const STOP_SIGNALS = { smart: 'SIGTERM', fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** Signals without waiting; Windows has no signals, so PostgreSQL's own program sends it. */
export function requestStop(
  settings: Settings,
  postmaster: { pid: number },
  mode: keyof typeof STOP_SIGNALS,
): void {
  if (process.platform === 'win32') {
    spawnSync(settings.binaries.pg_ctl, ['stop', '--no-wait', '-m', mode, '-D', settings.folder])
    return
  }
  try {
    process.kill(postmaster.pid, STOP_SIGNALS[mode])
  } catch {
    // Already gone.
  }
}

/** The port that was used before when it is free, otherwise any free one. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer()
  try {
    server.listen(preferred, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    return port
  } catch (error) {
    if (preferred === 0) throw error
    return await freePort()
  } finally {
    server.close()
  }
}

/**
 * PostgreSQL removes a lock file whose process is gone by itself. It cannot see through two cases: a process id
 * that something else has now (or a zombie still has), and backends that go on after their postmaster was killed.
 */
async function clearRemains(folder: string, attempt: number): Promise<void> {
  const file = readPidFile(folder)
  if (!file) return
  if (servesCluster(file.pid, folder)) return
  const backends = processesOf(folder)
  if (backends.length === 0) {
    rmSync(join(folder, 'postmaster.pid'), { force: true })
    return
  }
  // Idle backends notice by themselves within milliseconds; a busy one is ended after a short wait.
  if (attempt < 5) return
  for (const pid of backends) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone meanwhile.
    }
  }
}

/**
 * One try: undefined when the process ended before it was ready.
 * @param more settings of PostgreSQL
 */
export async function launch(
  settings: Settings,
  port: number,
  memory: MemorySettings,
  more: Record<string, string> = {},
): Promise<Postmaster | undefined> {
  const { binaries, account, folder } = settings
  const log = openLog(settings.log, account)
  const child = spawn(binaries.postgres, ['-D', folder, ...flags(settings, port, { ...memory, ...more })], {
    ...account,
    cwd: dirname(binaries.postgres),
    env: POSTGRES_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  })
  closeSync(log)
  let ended = false
  const gone = new Promise<void>((resolve, reject) => {
    child.once('exit', () => {
      ended = true
      resolve()
    })
    child.once('error', reject)
  })
  gone.catch(() => undefined)
  while (!ended) {
    const file = readPidFile(folder)
    if (file && file.pid === child.pid && file.status === 'ready') return { pid: file.pid, port, gone }
    await Promise.race([gone, sleep(10)])
  }
  return undefined
}

function flags(
  { durable, archive, servers }: Settings,
  port: number,
  more: Record<string, string>,
): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: connectionsOf(servers),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Statements here are short; compiling them costs more than it saves.
    jit: 'off',
    max_wal_size: MAX_WAL_SIZE,
    // It would warn of that.
    checkpoint_warning: 0,
    ...processSettings(),
    ...(durable
      ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', ...more }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
    ...(archive === undefined ? {} : archiveSettings(archive)),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * PostgreSQL's own module archives a segment: flushed to the disk under another name and then renamed, never over one with
 * other contents, and the same one twice without harm. It needs no shell, and works on every system.
 */
function archiveSettings(folder: string): Record<string, string | number> {
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: ARCHIVE_TIMEOUT,
  }
}

/** Lines 1, 4 and 8 of the lock file: the process, its port, and how far it is. */
function readPidFile(folder: string): { pid: number; port: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() || 'starting' }
  } catch {
    return undefined
  }
}

/** For a postmaster that is not our child, whose end sends us no event. */
async function untilGone(pid: number): Promise<void> {
  const identity = processIdentity(pid)
  while (identity !== undefined && processIdentity(pid) === identity) await sleep(50)
}

/** PostgreSQL logs why it ends as FATAL, or PANIC. */
function notStarted({ log, folder }: Settings): Error {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-12)
  const last = lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? 'nothing is logged'
  if (lines.some((line) => line.includes('No space left on device')))
    return startError('disk_full', { path: folder })
  return startError('database_does_not_start', {
    reason: last.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, ''),
    log,
  })
}
