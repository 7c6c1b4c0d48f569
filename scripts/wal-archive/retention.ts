import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readArchive } from '#lib/database/wal-archive.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import { DAY } from '#lib/values/time.ts'
import { forgetDocuments } from './documents.ts'

/**
 * Deletes what no time of the last days needs: the base backups before the one that these days begin with, the segments
 * before that, and documents that were deleted before it.
 * @param documents is the folder of the documents; null where they are in a bucket
 * @param now in Unix seconds
 * @returns the names of the base backups that were deleted
 */
export async function deleteOlderBases(
  folder: string,
  documents: string | null,
  days: number,
  now: number,
): Promise<string[]> {
  const { bases, segments } = await readArchive(folder)
  const first = bases.findLast(({ finished_at }) => finished_at <= now - days * DAY) ?? bases[0]
  if (!first) return []
  const older = bases.filter(({ finished_at }) => finished_at < first.finished_at)
  for (const { id } of older) {
    // Without it the rest does not count.
    await rm(join(folder, 'base', id, 'base.json'), { force: true })
    await rm(join(folder, 'base', id), { recursive: true, force: true })
  }
  for (const { name, path } of segments) if (name < first.segment) await rm(path, { force: true })
  if (documents)
    await forgetDocuments({ storage: documents, archive: folderStorage(folder) }, first.started_at)
  return older.map(({ id }) => id)
}
