/** Documents are files that never change, so that the archive has a copy of each, under its key in the storage. */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Storage } from '#lib/ports/storage.ts'
import { DAY } from '#lib/values/time.ts'
import type { Encryption } from '#scripts/backup/encryption.ts'
import { locked, suffixOf } from './encode.ts'

/** The folders of the storage that rows name, with how many folders deep their files are. Everything else is made again. */
const KINDS = { documents: 2, exports: 3 }

/** What the name of a copy has behind it once the document is deleted: it stays as long as the archive goes back. */
const DELETED = '.deleted'

type Places = {
  /** The storage of the documents. */
  storage: string
  /** The archive, as a folder and as a storage. */
  folder: string
  archive: Storage
  lock: Encryption | null
}

/** A folder that changed while it was being read may have the same time afterwards, in milliseconds. */
const OVERLAP_MS = 2000

/**
 * Copies what the archive lacks.
 * @param since of folders that have not changed since then nothing is missing; milliseconds
 * @returns how many were copied
 */
export async function copyDocuments(places: Places, since: number): Promise<number> {
  let copied = 0
  for (const [kind, depth] of Object.entries(KINDS)) {
    for await (const path of foldersOf(places.storage, kind, depth)) {
      const found = await stat(join(places.storage, path)).catch(() => null)
      if (found && found.mtimeMs >= since - OVERLAP_MS) copied += await copyMissing(places, path)
    }
  }
  return copied
}

/** Copies what the archive lacks of one folder. */
async function copyMissing({ storage, folder, archive, lock }: Places, path: string): Promise<number> {
  const there = new Set(await namesIn(join(folder, path)))
  let copied = 0
  for (const name of await namesIn(join(storage, path))) {
    const stored = name + suffixOf(lock)
    if (there.has(name) || there.has(stored)) continue
    if (await copy(join(storage, path, name), `${path}/${stored}`, archive, lock)) copied += 1
  }
  return copied
}

/** The folders that have files, as paths with slashes. */
async function* foldersOf(root: string, path: string, depth: number): AsyncGenerator<string> {
  if (depth === 1) {
    yield path
    return
  }
  for (const name of await namesIn(join(root, path))) yield* foldersOf(root, `${path}/${name}`, depth - 1)
}

/** @returns false when it was deleted meanwhile */
async function copy(path: string, key: string, archive: Storage, lock: Encryption | null): Promise<boolean> {
  try {
    await archive.put(key, await locked(createReadStream(path), lock))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).path === path && isMissing(error)) return false
    throw error
  }
}

/** Marks copies of documents that are deleted, and removes those that were marked before the archive begins. */
export async function forgetDocuments(
  { storage, archive }: Pick<Places, 'storage' | 'archive'>,
  begin: number,
): Promise<void> {
  const marked = new Set<string>()
  for (const kind of Object.keys(KINDS)) {
    for await (const { key, stored_at } of archive.list(`${kind}/`)) {
      if (!key.endsWith(DELETED)) continue
      const copied = key.slice(0, -DELETED.length)
      marked.add(copied)
      // A day more, since a base backup takes its time.
      if (stored_at >= begin - DAY) continue
      await archive.delete(copied)
      await archive.delete(key)
    }
    for await (const { key } of archive.list(`${kind}/`)) {
      if (key.endsWith(DELETED) || marked.has(key)) continue
      const found = await stat(join(storage, key.replace(/\.age$/, ''))).catch(() => null)
      if (found === null) await archive.put(key + DELETED, Readable.from([]))
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
