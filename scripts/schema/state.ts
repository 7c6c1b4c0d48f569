import type { Query } from '#lib/database/query.ts'
import { startError } from '#lib/server/cannot-start.ts'
import { committedMigrations } from '#scripts/schema/migrations.ts'

export type MigrationState = {
  current: boolean
  missing: string[]
  /** Begun and not ended: they failed half-way. */
  unfinished: string[]
  /** Migrations that differ from the applied ones. */
  changed: string[]
  /** Applied by a newer version. */
  unknown: string[]
  /** Made by a version before the first migration: nothing leads from there to here. */
  early: boolean
}

/** How a database compares with the committed migrations. */
export async function migrationState(
  query: Query,
  committed = committedMigrations(),
): Promise<MigrationState> {
  const { rows } = await query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
    [],
  )
  const applied = rows[0]?.exists
    ? (
        await query<Applied>(
          `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations
           WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
          [],
        )
      ).rows
    : []
  return compareMigrations(committed, applied)
}

type Applied = { name: string; checksum: string; finished: boolean }

/** The migrations of the folder compared with those of the database. */
export function compareMigrations(
  committed: { name: string; checksum: string }[],
  applied: Applied[],
): MigrationState {
  const names = new Set(committed.map(({ name }) => name))
  const finished = new Map(applied.filter((row) => row.finished).map((row) => [row.name, row.checksum]))
  const missing = committed.filter(({ name }) => !finished.has(name)).map(({ name }) => name)
  const changed = committed
    .filter(({ name, checksum }) => finished.has(name) && finished.get(name) !== checksum)
    .map(({ name }) => name)
  const unfinished = applied.filter((row) => !row.finished).map(({ name }) => name)
  const unknown = applied.map(({ name }) => name).filter((name) => !names.has(name))
  const early = unknown.length > 0 && !applied.some(({ name }) => name === committed[0]?.name)
  const current = missing.length + changed.length + unfinished.length + unknown.length === 0
  return { current, missing, changed, unfinished, unknown, early }
}

/**
 * Stops every process on a database that it does not know. A running server goes on: migrations are written so that
 * the version before still works with them.
 * @throws CannotStart when the database is newer, or in a state that no version leaves on purpose
 */
export function assertKnown({ unknown, unfinished, changed, early }: MigrationState): void {
  if (unknown[0] !== undefined && early) throw startError('database_too_early', { name: unknown[0] })
  if (unknown[0] !== undefined) throw startError('migration_unknown', { name: unknown[0] })
  if (unfinished[0] !== undefined) throw startError('migration_unfinished', { name: unfinished[0] })
  if (changed[0] !== undefined) throw startError('migration_changed', { name: changed[0] })
}

/**
 * For processes that apply no migrations: the database must be of this very version.
 * @throws CannotStart
 */
export function assertCurrent(state: MigrationState): void {
  assertKnown(state)
  if (state.missing[0] !== undefined) throw startError('migration_missing', { name: state.missing[0] })
}
