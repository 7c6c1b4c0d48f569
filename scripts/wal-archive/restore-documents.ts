import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Storage } from '#lib/ports/storage.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { ROWS } from '#scripts/backup/documents.ts'
import { BadArchive } from '#scripts/backup/tar.ts'
import { decrypted } from './encode.ts'
import type { Plan } from './plan.ts'

type Row = { key: string; size: number; sha256: string | null }

/** Documents that are read from the database together. */
const LISTED = 500

/**
 * Copies the documents that the rows of a restored database name from the archive, and compares each with its row.
 * @returns how many were copied, and the keys of those that the archive does not have as they were
 */
export async function restoreDocuments(
  { folder, unlock }: Plan,
  databaseUrl: string,
  storage: Storage,
): Promise<{ documents: number; missing: string[] }> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'counterfoil restore' })
  await client.connect()
  let documents = 0
  const missing: string[] = []
  try {
    await client.query('BEGIN')
    await client.query(`DECLARE restored_documents NO SCROLL CURSOR FOR ${ROWS}`)
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${LISTED} FROM restored_documents`)
      if (rows.length === 0) break
      for (const row of rows) {
        const path = [`${row.key}.age`, row.key].map((key) => join(folder, key)).find(existsSync)
        const isWhole = path !== undefined && (await copyDocument(row, path, storage, unlock))
        if (isWhole) documents += 1
        else missing.push(row.key)
      }
    }
    return { documents, missing }
  } finally {
    await client.end()
  }
}

class Differs extends Error {}

/** @returns false when it differs from its row; nothing is stored then */
async function copyDocument(
  { key, size, sha256 }: Row,
  path: string,
  storage: Storage,
  unlock: Plan['unlock'],
): Promise<boolean> {
  const hash = createHash('sha256')
  let length = 0
  async function* checked() {
    for await (const chunk of await decrypted(path, unlock)) {
      hash.update(chunk)
      length += chunk.length
      yield chunk
    }
    if (length !== size || (sha256 !== null && hash.digest('hex') !== sha256)) throw new Differs()
  }
  try {
    await storage.put(key, checked())
    return true
  } catch (error) {
    if (error instanceof Differs || error instanceof BadArchive || error instanceof CannotStart) return false
    throw error
  }
}
