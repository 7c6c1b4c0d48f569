import type { Query } from '#lib/database/query.ts'
import type { Header, Manifest } from './format.ts'
import { type BackupPlace, nameIn } from './places.ts'

/** Records a finished backup, so that the instance knows when its last one was. */
export async function recordBackup(
  query: Query,
  backup: {
    header: Header
    manifest: Manifest
    size: number
    place: string
    key: string
  },
): Promise<void> {
  const { header, manifest } = backup
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  await query(
    `INSERT INTO backups (id, place, key, version, encrypted, size, row_count, document_count, started_at, finished_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      header.id,
      backup.place,
      backup.key,
      header.version,
      header.key_included,
      backup.size,
      rows,
      manifest.documents.count,
      header.started_at,
      manifest.finished_at,
    ],
  )
}

/**
 * Records that a backup was restored and checked.
 * @returns false for one of another database, which is not in the table
 */
export async function recordVerified(query: Query, id: string): Promise<boolean> {
  const { rows } = await query('UPDATE backups SET verified_at = $2 WHERE id = $1 RETURNING id', [
    id,
    Math.floor(Date.now() / 1000),
  ])
  return rows.length > 0
}

/**
 * Deletes all but the newest backups that this database has recorded in a place. Files that it did not record, such as those
 * of another database, stay.
 * @returns their names
 */
export async function deleteOlder(query: Query, place: BackupPlace, keep: number): Promise<string[]> {
  const { rows } = await query<{ id: string; key: string }>(
    'SELECT id, key FROM backups WHERE place = $1 ORDER BY started_at DESC, id DESC OFFSET $2',
    [place.name, keep],
  )
  for (const { id, key } of rows) {
    await place.storage.delete(key)
    await query('DELETE FROM backups WHERE id = $1', [id])
  }
  return rows.map(({ key }) => nameIn(place, key))
}
