/** Brings a database to the state of this version: `npm run migrate` with DATABASE_URL set, and every `npm start`. */

import type { Query } from '#lib/query.ts'
import { startError } from '#lib/server/cannot-start.ts'
import { complain } from '#scripts/complain.ts'
import { explainDatabaseError, placeOf, userOf } from '#scripts/database-errors.ts'
import { assertKnown, type MigrationState, migrationState } from '#scripts/schema/state.ts'
import { withStartLock } from '#scripts/start-lock.ts'

/**
 * Applies pending migrations of prisma/migrations, and the queue's own tables. Repeatable.
 * @returns the names of the migrations that were applied now
 * @throws CannotStart when the database is newer than this version, or a migration failed half-way
 */
export async function migrate(databaseUrl: string, say?: (line: string) => void): Promise<string[]> {
  return await withStartLock(databaseUrl, (query) => applyMissing(databaseUrl, query), say)
}

/** The same, for a caller that has the lock of the start. */
export async function applyMissing(databaseUrl: string, query: Query): Promise<string[]> {
  const state = await migrationState(query)
  assertKnown(state)
  const { isQueuePrepared, prepareQueue } = await import('#lib/jobs/prepare-queue.ts')
  const queuePrepared = await isQueuePrepared(query)
  if (state.current && queuePrepared) return []
  await assertPrivileges(databaseUrl, query, state)
  const applied = state.current ? [] : await apply(databaseUrl)
  if (!queuePrepared) await prepareQueue(databaseUrl)
  return applied
}

async function apply(databaseUrl: string): Promise<string[]> {
  const { applyMigrations, MigrationFailed } = await import('#scripts/schema/engine.ts')
  try {
    return await applyMigrations(databaseUrl)
  } catch (error) {
    if (error instanceof MigrationFailed)
      throw startError('migration_failed', { name: error.migration, reason: error.message }, error)
    throw explainDatabaseError(error instanceof Error ? (error.cause ?? error) : error, databaseUrl)
  }
}

/** Asked before anything is applied, since a migration that lacks a privilege would stay behind as failed. */
async function assertPrivileges(databaseUrl: string, query: Query, state: MigrationState): Promise<void> {
  const { rows } = await query(
    `SELECT COALESCE(has_schema_privilege(current_schema(), 'CREATE'), FALSE) AS tables,
            to_regnamespace('pgboss') IS NOT NULL OR has_database_privilege(current_database(), 'CREATE') AS schemas`,
    [],
  )
  const { tables, schemas } = rows[0] as { tables: boolean; schemas: boolean }
  const reason =
    !tables && !state.current ? 'it may not create tables' : 'it may not create the schema pgboss'
  if ((!tables && !state.current) || !schemas)
    throw startError('database_privileges', {
      place: placeOf(databaseUrl),
      user: userOf(databaseUrl),
      reason,
    })
}

if (import.meta.main) {
  const { bringUpDatabase, prepareEnvironment } = await import('#scripts/environment.ts')
  try {
    const database = await bringUpDatabase(prepareEnvironment(), { join: true })
    try {
      const applied = await migrate(database.url, console.log)
      console.log(applied.length ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
    } finally {
      await database.stop()
    }
  } catch (error) {
    complain(error)
    process.exit(1)
  }
  process.exit() // The engine leaves a timer of ten seconds behind.
}
