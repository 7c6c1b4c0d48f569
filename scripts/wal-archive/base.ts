/**
 * A base backup is the data folder of PostgreSQL as its own server sends it, by the command of replication that
 * `pg_basebackup` uses: in a tar archive, with backup_label, and with the checksum of each page checked.
 */
import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import type { Client, Connection } from 'pg'
import { fingerprintOf } from '#lib/auth/secrets.ts'
import { type BaseBackup, compactTime, readArchive } from '#lib/database/wal-archive.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import { DAY } from '#lib/values/time.ts'
import product from '#package.json' with { type: 'json' }
import type { Encryption } from '#scripts/backup/encryption.ts'
import { backupError } from '#scripts/backup/errors.ts'
import { withRoom } from '#scripts/backup/places.ts'
import { connect, migrationsOf, slowDown } from '#scripts/backup/source.ts'
import { takeLock } from '#scripts/postgres/lock.ts'
import { compressed, locked, suffixOf } from './encode.ts'

/** A version that reads other archives has another number. */
export const BASE_FORMAT = 1

/** So fast PostgreSQL sends at most, in KB a second: its disk and its processors are for requests. */
const MAX_RATE = 16 * 1024

export type BaseOptions = {
  databaseUrl: string
  adminUrl: string
  folder: string
  lock: Encryption | null
  secretKey: string
  /** To begin with a checkpoint at once, which may slow requests down for some seconds, and not with the next one. */
  isUrgent: boolean
  /** For tests: what stays free on the disk, in bytes. */
  reserved?: number
}

/**
 * Takes a base backup while servers go on writing. It counts once everything that it needs is archived.
 * @throws CannotStart when another one runs, or the disk is full
 */
export async function takeBaseBackup(options: BaseOptions): Promise<BaseBackup> {
  const { folder, databaseUrl } = options
  const lock = takeLock(join(folder, 'base.lock'))
  if ('lockedBy' in lock) throw backupError('base_running', { place: folder })
  const client = await connect(databaseUrl)
  try {
    const archive = folderStorage(folder)
    await removeIncomplete(folder)
    const startedAt = await clockOf(client)
    await archive.clearUnfinished(startedAt - DAY)
    const id = compactTime(startedAt)
    const { segment, size, sha256 } = await storeDataFolder(options, id)
    const { rows } = await client.query<{ version: string }>(
      `SELECT current_setting('server_version') AS version`,
    )
    if (options.lock) {
      const key = await locked(oneOf(`${options.secretKey}\n`), options.lock)
      await archive.put(`base/${id}/secret.key.age`, key)
    }
    const base: Omit<BaseBackup, 'id'> = {
      format: BASE_FORMAT,
      version: product.version,
      postgresql: rows[0]?.version ?? '',
      started_at: startedAt,
      finished_at: await clockOf(client),
      segment,
      migrations: await migrationsOf(client),
      key_fingerprint: fingerprintOf(options.secretKey),
      key_included: options.lock !== null,
      size,
      sha256,
    }
    await archive.put(`base/${id}/base.json`, oneOf(JSON.stringify(base, null, 2)))
    return { ...base, id }
  } finally {
    await client.end().catch(() => undefined)
    lock.release()
  }
}

/** Of base backups that were stopped. */
async function removeIncomplete(folder: string): Promise<void> {
  const complete = new Set((await readArchive(folder)).bases.map(({ id }) => id))
  const names = await readdir(join(folder, 'base')).catch(() => [])
  for (const name of names)
    if (!complete.has(name)) await rm(join(folder, 'base', name), { recursive: true, force: true })
}

/** The clock of PostgreSQL, by which it finds the time to restore to. */
async function clockOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
  )
  return rows[0]?.now ?? 0
}

async function storeDataFolder({ adminUrl, folder, lock, isUrgent, reserved }: BaseOptions, id: string) {
  const url = new URL(adminUrl)
  url.searchParams.set('replication', 'true')
  const client = await connect(url.href)
  slowDown(client)
  const sent = sendDataFolder(client, isUrgent)
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const chunk of sent.bytes as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  try {
    const bytes = withRoom(await compressed(counted(), lock), folder, reserved)
    await folderStorage(folder).put(`base/${id}/base.tar.zst${suffixOf(lock)}`, bytes)
    return { segment: await sent.segment, size, sha256: hash.digest('hex') }
  } finally {
    sent.bytes.destroy()
    await client.end().catch(() => undefined)
  }
}

/** Messages of a base backup begin with one letter: of the archive, and of its bytes. */
const BYTES = 'd'.charCodeAt(0)

/** @returns the bytes of the archive, and the first segment that it needs, once all of it was sent */
function sendDataFolder(client: Client, isUrgent: boolean): { bytes: Readable; segment: Promise<string> } {
  const bytes = new PassThrough({ highWaterMark: 1024 * 1024 })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const rows: string[][] = []
  let stream: Connection['stream'] | undefined
  const fail = (error: Error) => {
    bytes.destroy(error)
    reject(error)
  }
  // The reader of the bytes gets the error as well.
  promise.catch(() => undefined)
  bytes.once('close', () => stream?.destroy())
  bytes.on('drain', () => stream?.resume())
  client.once('end', () => fail(new Error('The connection to PostgreSQL ended.')))
  client.query({
    submit(connection: Connection) {
      stream = connection.stream
      connection.query(
        `BASE_BACKUP (LABEL 'counterfoil', CHECKPOINT '${isUrgent ? 'fast' : 'spread'}', MAX_RATE ${MAX_RATE})`,
      )
    },
    handleRowDescription() {},
    handleDataRow: ({ fields }: { fields: string[] }) => rows.push(fields),
    handleCommandComplete() {},
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The parser of pg uses its buffer again.
      if (chunk[0] === BYTES && !bytes.write(Buffer.from(chunk.subarray(1)))) stream?.pause()
    },
    handleError: fail,
    handleReadyForQuery() {
      const [position = '', timeline = ''] = rows[0] ?? []
      resolve(segmentOf(position, Number(timeline)))
      bytes.end()
    },
  } as unknown as { submit(connection: Connection): void })
  return { bytes, segment: promise }
}

/** The segment of a position such as `0/3000028`, of 16 MB each. */
function segmentOf(position: string, timeline: number): string {
  const [high = '', low = ''] = position.split('/')
  const part = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return part(timeline) + high.padStart(8, '0') + part(Number.parseInt(low, 16) >>> 24)
}

function oneOf(text: string): Readable {
  return Readable.from([Buffer.from(text)])
}
