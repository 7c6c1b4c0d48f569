import { createHash } from 'node:crypto'
import { committedMigrations } from '#scripts/schema/migrations.ts'

export type Query = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

export type MigrationState = {
  current: boolean
  missing: string[]
  /** Begun and not ended: they failed half-way. */
  unfinished: string[]
  /** Not what they were when they were applied. */
  changed: string[]
}

/** How a database stands to prisma/migrations. */
export async function migrationState(query: Query): Promise<MigrationState> {
  const { rows } = await query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`, [])
  const applied = rows[0]?.exists
    ? (
        await query(
          `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations
           WHERE rolled_back_at IS NULL`,
          [],
        )
      ).rows
    : []
  const committed = committedMigrations().migrationDirectories.map(({ path, migrationFile }) => ({
    name: path,
    checksum: createHash('sha256').update(migrationFile.content.value).digest('hex'),
  }))
  return compareMigrations(committed, applied as Applied[])
}

type Applied = { name: string; checksum: string; finished: boolean }

/** What is in the folder against what the database has recorded. */
export function compareMigrations(
  committed: { name: string; checksum: string }[],
  applied: Applied[],
): MigrationState {
  const finished = new Map(applied.filter((row) => row.finished).map((row) => [row.name, row.checksum]))
  const missing = committed.filter(({ name }) => !finished.has(name)).map(({ name }) => name)
  const changed = committed
    .filter(({ name, checksum }) => finished.has(name) && finished.get(name) !== checksum)
    .map(({ name }) => name)
  const unfinished = applied.filter((row) => !row.finished).map(({ name }) => name)
  return { current: missing.length + changed.length + unfinished.length === 0, missing, changed, unfinished }
}
