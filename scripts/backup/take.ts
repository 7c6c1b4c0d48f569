import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { Client } from 'pg'
import { fingerprintOf } from '#lib/auth/secrets.ts'
import { queryOn } from '#lib/database/query.ts'
import type { Storage } from '#lib/ports/storage.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { newId } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'
import { explainDatabaseError } from '#scripts/database-errors.ts'
import { copyOut } from './copy.ts'
import { writeDocuments } from './documents.ts'
import { type Encryption, encrypt } from './encryption.ts'
import { backupError } from './errors.ts'
import {
  backupKey,
  checksumLine,
  type DocumentSummary,
  type Header,
  type Manifest,
  NAMES,
  newHeader,
  partDigest,
  partName,
  type TableSummary,
} from './format.ts'
import { pace } from './pace.ts'
import { type BackupPlace, nameIn, unusable, withRoom } from './places.ts'
import { deleteOlder, recordBackup } from './records.ts'
import { type BackupSource, openSource, type SourceTable } from './source.ts'
import { ArchiveClosed, type ArchiveWriter, createArchiveWriter } from './writer.ts'

const compress = promisify(zstdCompress)

/** Rows that are compressed together, in bytes. Two connections have up to three such parts each at a time. */
const PART_SIZE = 2 * 1024 * 1024

/** Level 1 is three times as fast as the level of the library, for a tenth more bytes. With a checksum of the rows. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

export type BackupOptions = {
  databaseUrl: string
  /** Whether the server of the database runs here and is ours. */
  isLocal?: boolean
  /** Where the documents are. */
  documents: Storage
  secretKey: string
  place: BackupPlace
  lock: Encryption | null
  /** How many backups of this database to keep in the place; older ones are deleted afterwards. */
  keep?: number | undefined
  /** For tests: what stays free on the disk, in bytes. */
  reserved?: number
}

export type Backup = {
  id: string
  name: string
  header: Header
  manifest: Manifest
  /** Of the whole file. */
  size: number
  /** The names of older backups that were deleted. */
  deleted: string[]
}

/**
 * Writes a backup of the database and its documents as they are at one time, while servers go on writing. It appears in its
 * place whole or not at all, and then in the table of backups.
 * @throws CannotStart when another backup runs, the disk is full, or the place or the database cannot be used
 */
export async function takeBackup(options: BackupOptions): Promise<Backup> {
  const { databaseUrl, place } = options
  const source = await openSource(databaseUrl, options.isLocal ?? false)
  const now = new Client({ connectionString: databaseUrl, application_name: 'counterfoil backup' })
  now.on('error', () => undefined)
  try {
    await now.connect()
    // Of backups that were killed. In a bucket they might be of another owner.
    if (place.folder !== null) await place.storage.clearUnfinished(source.startedAt - DAY)
    const header = headerOf(source, options)
    const key = place.prefix + backupKey(header)
    const writer = createArchiveWriter(source.startedAt)
    const storing = store(writer, key, options)
    const writing = writeAll(writer, source, now, header, options)
    const [manifest, size] = await bothOrNeither(writer, writing, storing, options)
    const backup = { id: header.id, name: nameIn(place, key), header, manifest, size }
    const query = queryOn(now)
    await recordBackup(query, { ...backup, place: place.name, key })
    const deleted = options.keep === undefined ? [] : await deleteOlder(query, place, options.keep)
    return { ...backup, deleted }
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl)
  } finally {
    await source.close()
    await now.end().catch(() => undefined)
  }
}

/** @throws CannotStart when SECRET_KEY was changed since this process has read it */
function headerOf(source: BackupSource, { secretKey, lock }: BackupOptions): Header {
  const fingerprint = fingerprintOf(secretKey)
  if (source.fingerprints.length > 0 && !source.fingerprints.includes(fingerprint))
    throw backupError('key_changed', { fingerprint })
  return newHeader({
    id: newId('backup', source.startedAt * 1000),
    postgresql: source.postgresql,
    started_at: source.startedAt,
    migrations: source.migrations,
    key_fingerprint: fingerprint,
    key_fingerprints: source.fingerprints,
    // A backup in the clear must not open what is encrypted in it; an encrypted one is of no use without the key.
    key_included: lock !== null,
  })
}

/** Takes the bytes of the archive to their place. @returns how many there are */
async function store(
  writer: ArchiveWriter,
  key: string,
  { place, lock, reserved }: BackupOptions,
): Promise<number> {
  const bytes: AsyncIterable<Uint8Array> = lock ? await encrypt(writer.output, lock) : writer.output
  let size = 0
  async function* counted() {
    for await (const chunk of bytes) {
      size += chunk.length
      yield chunk
    }
  }
  await place.storage.put(
    key,
    place.folder === null ? counted() : withRoom(counted(), place.folder, reserved),
  )
  return size
}

/** Waits for both sides. When one fails the other ends as well, and the error of the first counts. */
async function bothOrNeither<A, B>(
  writer: ArchiveWriter,
  writing: Promise<A>,
  storing: Promise<B>,
  { place }: BackupOptions,
): Promise<[A, B]> {
  const end = (error: Error) => {
    writer.output.destroy(error)
    throw error
  }
  const [written, stored] = await Promise.allSettled([writing.catch(end), storing.catch(end)])
  if (written.status === 'rejected' && !(written.reason instanceof ArchiveClosed)) throw written.reason
  if (stored.status === 'rejected') throw storageError(stored.reason, place)
  if (written.status === 'rejected') throw written.reason
  return [written.value, stored.value]
}

function storageError(error: unknown, place: BackupPlace): unknown {
  if (error instanceof CannotStart) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return backupError('disk_full', { place: place.name }, error)
  return unusable(place.name, error)
}

/** Writes every file of the archive: documents and the first tables on one connection, tables on the other. */
async function writeAll(
  writer: ArchiveWriter,
  source: BackupSource,
  now: Client,
  header: Header,
  { documents, secretKey }: BackupOptions,
): Promise<Manifest> {
  const headerBytes = Buffer.from(JSON.stringify(header, null, 2))
  await writer.add(NAMES.header, headerBytes)
  await writer.add(NAMES.headerEnd, checksumLine(headerBytes, NAMES.header))
  const keyBytes = Buffer.from(`${secretKey}\n`)
  if (header.key_included) await writer.add(NAMES.key, keyBytes)
  const [main, second] = source.clients
  const rest = pace(source.backends)
  const tables: TableSummary[] = []
  const waiting = source.tables.filter(({ group }) => group === 'tables')
  for (const table of source.tables.filter(({ group }) => group === 'queue'))
    tables.push(await writeTable(writer, main, table, rest))
  const writeTables = async (client: Client) => {
    for (let table = waiting.shift(); table; table = waiting.shift())
      tables.push(await writeTable(writer, client, table, rest))
  }
  let summary: DocumentSummary | undefined
  const documentsThenTables = async () => {
    summary = await writeDocuments(writer, documents, main, now)
    await writeTables(main)
  }
  await Promise.all([documentsThenTables(), writeTables(second)])
  const manifest: Manifest = {
    finished_at: Math.floor(Date.now() / 1000),
    key_sha256: header.key_included ? partDigest(keyBytes) : null,
    documents: summary as DocumentSummary,
    tables: tables.sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
  const manifestBytes = Buffer.from(JSON.stringify(manifest, null, 2))
  await writer.add(NAMES.manifest, manifestBytes)
  await writer.add(NAMES.end, checksumLine(manifestBytes, NAMES.manifest))
  await writer.finish()
  return manifest
}

/** Writes the rows of a table in compressed parts, and rests after each. */
async function writeTable(
  writer: ArchiveWriter,
  client: Client,
  table: SourceTable,
  rest: () => Promise<void>,
): Promise<TableSummary> {
  const { group, name, columns } = table
  const hash = createHash('sha256')
  let [rows, bytes, number] = [0, 0, 0]
  await copyOut(client, table.sql, PART_SIZE, async (part) => {
    const compressed = await compress(part.bytes, COMPRESSION)
    hash.update(compressed)
    rows += part.rows
    bytes += part.bytes.length
    number += 1
    await writer.add(partName(group, name, number), compressed)
    await rest()
  })
  return { group, name, columns, rows, bytes, sha256: hash.digest('hex') }
}
