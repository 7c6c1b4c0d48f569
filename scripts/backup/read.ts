import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import { decrypt, type Unlock } from './encryption.ts'
import { backupError } from './errors.ts'
import {
  checksumLine,
  DocumentLine,
  ENTRY,
  FORMAT,
  Header,
  Manifest,
  NAMES,
  partDigest,
  type TableSummary,
} from './format.ts'
import type { BackupFile } from './places.ts'
import { BadArchive, readTar, type TarEntry } from './tar.ts'

/** What is done with the contents while they are read. Each is waited for before the next. */
export type Handlers = {
  header?(header: Header): void
  document?(key: string, bytes: AsyncIterable<Buffer>): Promise<void>
  part?(group: TableSummary['group'], table: string, compressed: Buffer): Promise<void>
}

export type Contents = {
  header: Header
  manifest: Manifest
  /** SECRET_KEY, where it is included. */
  secretKey: string | null
}

/** More than any part or list can be: one row may be large. */
const MAX_IN_MEMORY = 2 ** 30

/**
 * Reads a whole backup and compares everything in it with its checksums. What a handler got before an error is not to be
 * used, so a restore reads twice.
 * @throws CannotStart when it is no backup, cut off, damaged, of a newer version, or not opened by these
 */
export async function readBackup(
  file: BackupFile,
  unlock: Unlock | null,
  handlers: Handlers = {},
): Promise<Contents> {
  const place = file.name
  try {
    const bytes = await decrypt(await file.read(), unlock, place)
    const check = new Check(handlers)
    for await (const entry of readTar(bytes)) await check.entry(entry)
    return check.finish()
  } catch (error) {
    if (error instanceof NoBackup) throw backupError('not_a_backup', { place }, error)
    if (!(error instanceof BadArchive)) throw error
    if (error.cut) throw backupError('cut', { place }, error)
    throw backupError('damaged', { place, reason: error.message }, error)
  }
}

class NoBackup extends Error {}

/** Compares the files of an archive with what the last of them say, as they come. */
class Check {
  private readonly handlers: Handlers
  /** Read, and then known to be as it was written. */
  private header: { bytes: Buffer; value: Header | null } | undefined
  private key: { value: string; sha256: string } | undefined
  private manifest: { value: Manifest; bytes: Buffer } | undefined
  private isEnded = false
  private readonly tables = new Map<string, Hash>()
  private readonly lists: string[] = []
  /** Of the documents since the last list. */
  private readonly documents = new Map<string, { size: number; sha256: string }>()

  constructor(handlers: Handlers) {
    this.handlers = handlers
  }

  async entry(entry: TarEntry): Promise<void> {
    const { name } = entry
    if (this.isEnded) throw new BadArchive(`${name} comes after its end`)
    if (!this.header?.value) return this.readHeader(name, await wholeOf(entry))
    const [, group, table] = ENTRY.part.exec(name) ?? []
    const [, storageKey] = ENTRY.document.exec(name) ?? []
    if (group && table) return await this.readPart(entry, group as TableSummary['group'], table)
    if (storageKey) return await this.readDocument(entry, storageKey)
    const bytes = await wholeOf(entry)
    if (ENTRY.list.test(name)) this.readList(bytes, name)
    else this.readSingle(bytes, name)
  }

  /** @throws BadArchive when anything is missing or has changed */
  finish(): Contents {
    const { header, manifest } = this
    if (!header) throw new NoBackup()
    if (!header.value || !manifest || !this.isEnded) throw new BadArchive('it is cut off', { cut: true })
    const { value } = manifest
    const changed = [
      value.key_sha256 !== (this.key?.sha256 ?? null) && NAMES.key,
      value.documents.sha256 !== partDigest(this.lists.join('\n')) && 'a list of documents',
      ...value.tables.map((table) => this.digestOfTable(table) !== table.sha256 && `the table ${table.name}`),
    ].find(Boolean)
    if (changed) throw new BadArchive(`${changed} has changed`)
    return { header: header.value, manifest: value, secretKey: this.key?.value ?? null }
  }

  private digestOfTable({ group, name }: TableSummary): string {
    return (this.tables.get(`${group}/${name}`) ?? createHash('sha256')).digest('hex')
  }

  private readHeader(name: string, bytes: Buffer): void {
    if (!this.header) {
      if (name !== NAMES.header) throw new NoBackup()
      this.header = { bytes, value: null }
      return
    }
    if (name !== NAMES.headerEnd || !bytes.equals(checksumLine(this.header.bytes, NAMES.header)))
      throw new BadArchive(`${NAMES.header} has changed`)
    const value = parsed(this.header.bytes, Header, NAMES.header)
    if (value.format > FORMAT)
      throw backupError('newer', { version: value.version, reason: 'its format is unknown' })
    this.header.value = value
    this.handlers.header?.(value)
  }

  private async readDocument(entry: TarEntry, storageKey: string): Promise<void> {
    const hash = createHash('sha256')
    const bytes = hashed(entry.body, hash)
    if (this.handlers.document) await this.handlers.document(storageKey, bytes)
    else await drain(bytes)
    this.documents.set(storageKey, { size: entry.size, sha256: hash.digest('hex') })
  }

  private readList(bytes: Buffer, name: string): void {
    this.lists.push(partDigest(bytes))
    for (const { key, size, sha256, missing } of parsed(bytes, z.array(DocumentLine), name)) {
      if (missing === 'absent' || missing === 'deleted') continue
      const found = this.documents.get(key)
      if (found?.size !== size || found.sha256 !== sha256)
        throw new BadArchive(`the document ${key} has changed`)
      this.documents.delete(key)
    }
    if (this.documents.size > 0) throw new BadArchive(`${name} has changed`)
  }

  private async readPart(entry: TarEntry, group: TableSummary['group'], table: string): Promise<void> {
    const bytes = await wholeOf(entry)
    const name = `${group}/${table}`
    const hash = this.tables.get(name) ?? createHash('sha256')
    this.tables.set(name, hash.update(bytes))
    await this.handlers.part?.(group, table, bytes)
  }

  private readSingle(bytes: Buffer, name: string): void {
    if (name === NAMES.key) this.key = { value: bytes.toString('utf8').trim(), sha256: partDigest(bytes) }
    else if (name === NAMES.manifest) this.manifest = { value: parsed(bytes, Manifest, name), bytes }
    else if (name === NAMES.end) {
      if (!this.manifest || !bytes.equals(checksumLine(this.manifest.bytes, NAMES.manifest)))
        throw new BadArchive('the manifest has changed')
      this.isEnded = true
    } else throw new BadArchive(`it contains ${name}, which is unknown`)
  }
}

async function wholeOf({ name, size, body }: TarEntry): Promise<Buffer> {
  if (size > MAX_IN_MEMORY) throw new BadArchive(`${name} is too large`)
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}

function parsed<Schema extends z.ZodType>(bytes: Buffer, schema: Schema, name: string): z.output<Schema> {
  const result = z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom' })
        return z.NEVER
      }
    })
    .pipe(schema)
    .safeParse(bytes.toString('utf8'))
  if (!result.success) throw new BadArchive(`${name} has changed`)
  return result.data as z.output<Schema>
}
