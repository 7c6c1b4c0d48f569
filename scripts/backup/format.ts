/**
 * What a backup is: a tar archive, encrypted by age where wanted, of
 *
 *     backup.json                       who made it of what: read first, so that a newer version is rejected at once
 *     backup.sha256                     the checksum of that
 *     secret.key                        in encrypted backups alone
 *     storage/<key>                     documents, as they are
 *     documents/000001.json             the sizes and checksums of the documents since the list before
 *     queue/<table>/000001.zst          jobs, as rows of COPY in text, compressed
 *     tables/<table>/000001.zst         every other table, likewise
 *     manifest.json                     how much there must be of everything, with checksums
 *     manifest.sha256                   the checksum of that, which ends a whole backup
 *
 * Parts of tables are whole rows, so each is loaded by a COPY of its own, and those of two tables may alternate. Text and
 * not the binary format: it means the same to every version of PostgreSQL, and a person can read it.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import product from '#package.json' with { type: 'json' }

/** A version that reads other backups has another number. */
export const FORMAT = 1

export const Header = z.object({
  format: z.number().int(),
  id: z.string(),
  /** Of Counterfoil. */
  version: z.string(),
  postgresql: z.string(),
  /** When the rows are of, in Unix seconds. */
  started_at: z.number().int(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Tells which key the data needs, and nothing else about it. */
  key_fingerprint: z.string(),
  /** Every key that opens the data: two while SECRET_KEY is being changed. */
  key_fingerprints: z.array(z.string()).default([]),
  key_included: z.boolean(),
})
export type Header = z.infer<typeof Header>

export const TableSummary = z.object({
  /** `tables` or `queue`. */
  group: z.enum(['tables', 'queue']),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  /** Of the rows as text. */
  bytes: z.number().int(),
  /** Of the compressed parts, one after the other. */
  sha256: z.string(),
})
export type TableSummary = z.infer<typeof TableSummary>

const DocumentSummary = z.object({
  count: z.number().int(),
  bytes: z.number().int(),
  /** Documents of which there was a row, and nothing or something else in the storage. */
  missing: z.number().int(),
  /** Documents that were deleted while the backup ran. */
  deleted: z.number().int(),
  /** Of the lists, one after the other. */
  sha256: z.string(),
})
export type DocumentSummary = z.infer<typeof DocumentSummary>

export const Manifest = z.object({
  finished_at: z.number().int(),
  key_sha256: z.string().nullable(),
  documents: DocumentSummary,
  tables: z.array(TableSummary),
})
export type Manifest = z.infer<typeof Manifest>

/**
 * A line of a list of documents. `missing` says why a document is not whole in the backup: deleted while it ran, absent from
 * the storage before, or not what its row says.
 */
export const DocumentLine = z.object({
  key: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  missing: z.enum(['deleted', 'absent', 'damaged']).optional(),
})
export type DocumentLine = z.infer<typeof DocumentLine>

export const NAMES = {
  header: 'backup.json',
  headerEnd: 'backup.sha256',
  key: 'secret.key',
  manifest: 'manifest.json',
  end: 'manifest.sha256',
} as const

/** Names with numbers, and those that begin with a key of the storage. */
export const ENTRY = {
  document: /^storage\/(.+)$/,
  list: /^documents\/\d{6,}\.json$/,
  part: /^(tables|queue)\/([^/]+)\/\d{6,}\.zst$/,
} as const

/** SHA-256 in hexadecimal. */
export function partDigest(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** As `sha256sum --check` reads it. */
export function checksumLine(bytes: Uint8Array, name: string): Buffer {
  return Buffer.from(`${partDigest(bytes)}  ${name}\n`)
}

export function documentName(key: string): string {
  return `storage/${key}`
}

export function listName(number: number): string {
  return `documents/${String(number).padStart(6, '0')}.json`
}

/** Rows of one table in its part. */
export function partName(group: TableSummary['group'], table: string, number: number): string {
  return `${group}/${table}/${String(number).padStart(6, '0')}.zst`
}

/** `counterfoil/20261129T114500Z-bak_….tar`, below the folder or the prefix of a bucket. */
export function backupKey({ id, started_at, key_included }: Header): string {
  const time = new Date(started_at * 1000).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  return `counterfoil/${time}-${id}.tar${key_included ? '.age' : ''}`
}

export function newHeader(values: Omit<Header, 'format' | 'version'>): Header {
  return { format: FORMAT, version: product.version, ...values }
}
