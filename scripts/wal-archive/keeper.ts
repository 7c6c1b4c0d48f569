import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { readArchive, segmentsFrom, type WalArchive } from '#lib/database/wal-archive.ts'
import { applicationFile } from '#lib/process/application-files.ts'
import type { Env } from '#lib/process/env.ts'
import { log } from '#lib/process/log.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'
import { type Encryption, recipientsOf } from '#scripts/backup/encryption.ts'
import { takeLock } from '#scripts/postgres/lock.ts'
import { copyDocuments } from './documents.ts'
import { compressSegments } from './segments.ts'

/** How often segments are compressed and documents copied, in milliseconds. */
const EVERY_MS = 10_000
/** Whether a base backup is needed is looked at so often, and one that failed is tried again after an hour; in seconds. */
const LOOK_EVERY = MINUTE
const AGAIN_AFTER = HOUR

export type ArchiveSettings = Pick<Env, 'DATA_DIR' | 'S3_BUCKET' | 'WAL_ARCHIVE_RECIPIENT'>

/** Whom the archive is encrypted for. @throws CannotStart when a recipient is none */
export function archiveLock({
  WAL_ARCHIVE_RECIPIENT: recipients,
}: Pick<Env, 'WAL_ARCHIVE_RECIPIENT'>): Encryption | null {
  return recipients === undefined ? null : { recipients: recipientsOf(recipients) }
}

/** The folder of the documents; null where they are in a bucket, which has versions of its own. */
export function documentsFolder({ DATA_DIR, S3_BUCKET }: Pick<Env, 'DATA_DIR' | 'S3_BUCKET'>): string | null {
  return S3_BUCKET === undefined ? join(DATA_DIR, 'storage') : null
}

/**
 * Whether none is there, the newest is a day old or not encrypted as it is to be, or the log after it has a gap, as after a
 * time without WAL_ARCHIVE.
 */
export function needsBaseBackup(
  { bases, segments }: WalArchive,
  now: number,
  lock: Encryption | null,
): boolean {
  const newest = bases.at(-1)
  if (!newest || now - newest.finished_at >= DAY || newest.key_included !== (lock !== null)) return true
  return segmentsFrom(segments, newest.segment).missing !== null
}

/**
 * Looks after an archive from a server or a worker, of which one at a time does so: compresses what PostgreSQL archives,
 * copies documents, and lets a process of its own take base backups. What fails is logged once and tried again.
 * @param takeBase takes a base backup, until it is aborted
 */
export function keepArchive(
  folder: string,
  settings: ArchiveSettings,
  takeBase: (signal: AbortSignal) => Promise<void> = runBaseBackup,
): { look(): Promise<void>; stop(): Promise<void> } {
  const lock = archiveLock(settings)
  const archive = folderStorage(folder)
  const documents = documentsFolder(settings)
  const stopping = new AbortController()
  let own: { release(): void } | undefined
  let documentsSince = 0
  let basing: Promise<void> | undefined
  let nextBase = 0
  const report = reporter()

  async function keep(): Promise<void> {
    own ??= lockOf(folder)
    if (!own) return
    await report('segments', async () => {
      await compressSegments(folder, archive, lock)
    })
    await report('documents', async () => {
      const began = Date.now()
      if (documents) await copyDocuments({ storage: documents, folder, archive, lock }, documentsSince)
      documentsSince = began
    })
    const now = Date.now() / 1000
    if (basing || now < nextBase) return
    nextBase = now + LOOK_EVERY
    if (!needsBaseBackup(await readArchive(folder), now, lock)) return
    basing = report('base backup', () => takeBase(stopping.signal)).then((isDone) => {
      basing = undefined
      if (!isDone) nextBase = now + AGAIN_AFTER
    })
  }

  let looking: Promise<unknown> = Promise.resolve()
  const look = async () => {
    looking = looking.then(() => report('archive', keep))
    await looking
  }
  const keeping = (async () => {
    while (!stopping.signal.aborted) {
      await look()
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    look,
    async stop() {
      stopping.abort()
      await keeping
      await basing
      own?.release()
    },
  }
}

function lockOf(folder: string): { release(): void } | undefined {
  const lock = takeLock(join(folder, 'keeper.lock'))
  return 'release' in lock ? lock : undefined
}

/** Logs an error once, and when it is over. */
function reporter(): (what: string, work: () => Promise<void>) => Promise<boolean> {
  const failing = new Map<string, string>()
  return async (what, work) => {
    try {
      await work()
      if (failing.delete(what)) log().info({ part: what }, 'The archive of the database works again.')
      return true
    } catch (error) {
      const { message } = error as Error
      if (failing.get(what) !== message)
        log().error({ part: what, reason: message }, `The archive of the database fails: ${message}`)
      failing.set(what, message)
      return false
    }
  }
}

/** `backup base` as a process of its own: with low priority, and with its memory for as long as it takes. */
async function runBaseBackup(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [applicationFile('bin/counterfoil.mjs'), 'backup', 'base'], {
    // The embedded database is DATABASE_URL of this process.
    env: { ...process.env, DATABASE_URL: '', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  signal.addEventListener('abort', () => child.kill(), { once: true })
  const ended = once(child, 'close')
  const complaint = await text(child.stderr)
  const [code] = (await ended) as [number | null]
  if (code !== 0 && !signal.aborted) throw new Error(complaint.trim() || `it ended with ${code}`)
}
