import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compactTime, INCOMING, readArchive, SEGMENT } from '#lib/database/wal-archive.ts'
import type { Storage } from '#lib/ports/storage.ts'
import { MINUTE } from '#lib/values/time.ts'
import type { Encryption } from '#scripts/backup/encryption.ts'
import { backupError } from '#scripts/backup/errors.ts'
import { compressed, suffixOf } from './encode.ts'

/** The first digits of the digest of a segment, as they are in its name. */
export function segmentDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

/**
 * Compresses what PostgreSQL has archived. A segment is removed from its folder once the compressed one is on the disk; one
 * that comes a second time, as after a crash of PostgreSQL, is compared with the first.
 * @param archive is the folder as a storage
 * @returns how many segments were compressed
 * @throws CannotStart when a segment differs from the one of its name
 */
export async function compressSegments(
  folder: string,
  archive: Storage,
  lock: Encryption | null,
): Promise<number> {
  const incoming = join(folder, INCOMING)
  const names = (await readdir(incoming)).sort()
  if (names.length === 0) return 0
  const { segments } = await readArchive(folder)
  const stored = new Map(segments.map(({ name, digest }) => [name, digest]))
  let count = 0
  for (const name of names) {
    const path = join(incoming, name)
    if (!SEGMENT.test(name)) {
      await removeOther(name, path)
      continue
    }
    const { mtimeMs } = await stat(path)
    const bytes = await readFile(path)
    const digest = segmentDigest(bytes)
    const before = stored.get(name) ?? digest
    if (before !== digest) throw backupError('segment_differs', { name, place: folder })
    if (stored.get(name) === null) {
      const key = `wal/${name}-${compactTime(mtimeMs / 1000)}-${digest}.zst${suffixOf(lock)}`
      await archive.put(key, await compressed([bytes], lock))
      count += 1
    }
    await rm(path)
  }
  return count
}

/** Labels of base backups and histories of timelines are of no use here; half-written files are left by a full disk. */
async function removeOther(name: string, path: string): Promise<void> {
  const isUnfinished = name.startsWith('archtemp.')
  const found = await stat(path).catch(() => null)
  const isOld = found !== null && Date.now() - found.mtimeMs > MINUTE * 1000
  if (isUnfinished ? isOld : /\.(backup|history|partial)$/.test(name)) await rm(path, { force: true })
}
