import type { Client } from 'pg'
import { isNotStored, type Storage } from '#lib/ports/storage.ts'
import { type DocumentLine, type DocumentSummary, documentName, listName, partDigest } from './format.ts'
import { unusable } from './places.ts'
import type { ArchiveWriter } from './writer.ts'

type Row = { key: string; size: number; sha256: string | null }

const STORAGE = 'The storage of the documents'

/** Documents in one list. */
const LISTED = 500

/** Documents that are requested from the storage ahead, since a bucket takes its time with each. */
const AHEAD = 8

/** The files that rows name. Previews and printed bills are drawn again; exports of everything are requested again. */
export const ROWS = `SELECT storage_key AS key, size::float8 AS size, sha256 FROM documents
  UNION ALL SELECT object, size::float8, NULL FROM scheduled_exports WHERE object IS NOT NULL AND size IS NOT NULL`

/**
 * Writes the documents that the rows of a backup name. One that was deleted since the rows were fixed, or whose bytes are not
 * what its row says, stops nothing: its line in the list says so.
 * @param client sees the rows of the backup
 * @param now sees those of now
 */
export async function writeDocuments(
  writer: ArchiveWriter,
  storage: Storage,
  client: Client,
  now: Client,
): Promise<DocumentSummary> {
  const lists: string[] = []
  let [count, bytes, missing, deleted] = [0, 0, 0, 0]
  await client.query(`DECLARE documents_of_backup NO SCROLL CURSOR FOR ${ROWS}`)
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH ${LISTED} FROM documents_of_backup`)
    if (rows.length === 0) break
    const lines: DocumentLine[] = []
    for (let at = 0; at < rows.length; at += AHEAD)
      lines.push(...(await writeSome(writer, storage, rows.slice(at, at + AHEAD))))
    await tellDeletedFromAbsent(now, lines)
    const list = JSON.stringify(lines)
    lists.push(partDigest(list))
    await writer.add(listName(lists.length), Buffer.from(list))
    count += lines.length
    deleted += lines.filter((line) => line.missing === 'deleted').length
    missing += lines.filter((line) => line.missing === 'absent' || line.missing === 'damaged').length
    bytes += lines.reduce((sum, { size }) => sum + size, 0)
  }
  await client.query('CLOSE documents_of_backup')
  return { count, bytes, missing, deleted, sha256: partDigest(lists.join('\n')) }
}

async function writeSome(writer: ArchiveWriter, storage: Storage, rows: Row[]): Promise<DocumentLine[]> {
  const opening = rows.map(({ key }) =>
    storage.get(key).catch((error: unknown) => {
      if (isNotStored(error)) return null
      throw unusable(STORAGE, error)
    }),
  )
  const opened = await Promise.all(opening)
  const lines: DocumentLine[] = []
  for (const [index, { key, size, sha256 }] of rows.entries()) {
    const bytes = opened[index]
    if (!bytes) {
      lines.push({ key, size: 0, sha256: '', missing: 'absent' })
      continue
    }
    const written = await writer.addStream(documentName(key), size, explained(bytes))
    const isAsRecorded = written.isWhole && (sha256 === null || sha256 === written.sha256)
    lines.push({ key, size, sha256: written.sha256, ...(isAsRecorded ? {} : { missing: 'damaged' }) })
  }
  return lines
}

/** An error of a bucket would be taken for one of the database otherwise. */
async function* explained(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw unusable(STORAGE, error)
  }
}

/** A document without bytes whose row is gone by now was deleted while the backup ran. */
async function tellDeletedFromAbsent(now: Client, lines: DocumentLine[]): Promise<void> {
  const absent = lines.filter(({ missing }) => missing === 'absent')
  if (absent.length === 0) return
  const { rows } = await now.query<{ key: string }>(
    `SELECT storage_key AS key FROM documents WHERE storage_key = ANY($1)
     UNION ALL SELECT object FROM scheduled_exports WHERE object = ANY($1)`,
    [absent.map(({ key }) => key)],
  )
  const there = new Set(rows.map(({ key }) => key))
  for (const line of absent) if (!there.has(line.key)) line.missing = 'deleted'
}
