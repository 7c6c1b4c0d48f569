import type { Columns, Query } from '#lib/database/query.ts'
import type { backups } from '#lib/generated/prisma/client.ts'

/** A finished backup. Times are Unix seconds; `started_at` is when its rows are of. */
export type LastBackup = {
  id: string
  started_at: number
  finished_at: number
  /** The folder or the bucket. */
  place: string
  /** In bytes. */
  size: number
  encrypted: boolean
  /** When it was restored for a test and checked; null when it was not. */
  verified_at: number | null
}

/** The newest backup that `counterfoil backup` made of this database; null when there is none. */
export async function lastBackup(query: Query): Promise<LastBackup | null> {
  const { rows } = await query<
    Columns<backups, 'id' | 'started_at' | 'finished_at' | 'place' | 'size' | 'encrypted' | 'verified_at'>
  >(
    'SELECT id, started_at, finished_at, place, size, encrypted, verified_at FROM backups ORDER BY started_at DESC, id DESC LIMIT 1',
    [],
  )
  const [row] = rows
  if (!row) return null
  return {
    id: row.id,
    place: row.place,
    encrypted: row.encrypted,
    started_at: Number(row.started_at),
    finished_at: Number(row.finished_at),
    size: Number(row.size),
    verified_at: row.verified_at === null ? null : Number(row.verified_at),
  }
}
