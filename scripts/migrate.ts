/** Brings a database to the state of this version: `npm run migrate` with DATABASE_URL set, and every `npm start`. */

import { randomUUID } from 'node:crypto'
import type { Query } from '#lib/database/query.ts'
import { startError } from '#lib/server/cannot-start.ts'
import { complain } from '#scripts/complain.ts'
import { placeOf, userOf } from '#scripts/database-errors.ts'
import { committedMigrations, type Migration } from '#scripts/schema/migrations.ts'
import { assertNoSuperuser, withhold } from '#scripts/schema/privileges.ts'
import { assertKnown, type MigrationState, migrationState } from '#scripts/schema/state.ts'
import { withBackupLock, withStartLock } from '#scripts/start-lock.ts'

type Options = { folder?: string | undefined; say?: ((line: string) => void) | undefined }

/**
 * Applies pending migrations of prisma/migrations (or of another `folder`), and the queue's own tables. Repeatable.
 * @returns the names of the migrations that were applied now
 * @throws CannotStart when the database is of no version that this one upgrades, or a migration failed half-way
 */
export async function migrate(databaseUrl: string, { folder, say }: Options = {}): Promise<string[]> {
  return await withStartLock(databaseUrl, (query) => applyMissing(databaseUrl, query, { folder, say }), say)
}

/** The same, for a caller that has the lock of the start. */
export async function applyMissing(
  databaseUrl: string,
  query: Query,
  { folder, say }: Options = {},
): Promise<string[]> {
  // Before the first table, which would belong to the superuser, and not to the role that the operator sets next.
  await assertNoSuperuser(query)
  const applied = await applyMigrations(databaseUrl, query, { folder, say })
  const tables = await withhold(query)
  if (tables.length > 0)
    say?.(`${userOf(databaseUrl)} may no longer change ${tables.join(', ')}, as it could after a restore.`)
  return applied
}

async function applyMigrations(
  databaseUrl: string,
  query: Query,
  { folder, say }: Options,
): Promise<string[]> {
  const committed = committedMigrations(folder)
  const state = await migrationState(query, committed)
  assertKnown(state)
  const { isQueuePrepared, prepareQueue } = await import('#lib/jobs/queue.ts')
  const queuePrepared = await isQueuePrepared(query)
  if (state.current && queuePrepared) return []
  await assertPrivileges(databaseUrl, query, state)
  const missing = committed.filter(({ name }) => state.missing.includes(name))
  if (missing[0] && missing[0] === committed[0]) await assertEmpty(databaseUrl, query)
  const change = async () => {
    for (const migration of missing) await apply(query, migration)
    if (!queuePrepared) await prepareQueue(databaseUrl)
  }
  await withBackupLock(databaseUrl, change, say)
  return state.missing
}

/** Writes down what it does as Prisma does, so that a database is the same to either. */
export const HISTORY = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`

/** PostgreSQL takes the whole file as one transaction: a migration is applied entirely or not at all. */
async function apply(query: Query, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID()
  await query(HISTORY, [])
  await query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    checksum,
    name,
  ])
  try {
    await query(sql, [])
  } catch (error) {
    if (!(error instanceof Error)) throw error
    await query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, error.message])
    throw startError('migration_failed', { name, reason: error.message }, error)
  }
  await query('UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1', [
    id,
  ])
}

/** The first migration makes every table; in a database with other tables it would mix its own with those. */
async function assertEmpty(databaseUrl: string, query: Query): Promise<void> {
  const { rows } = await query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
       AND relname <> '_prisma_migrations' ORDER BY relname LIMIT 1`,
    [],
  )
  if (rows[0]) throw startError('database_not_empty', { place: placeOf(databaseUrl), table: rows[0].name })
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
      const applied = await migrate(database.url, { say: console.log })
      console.log(applied.length ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
    } finally {
      await database.stop()
    }
  } catch (error) {
    complain(error)
    process.exit(1)
  }
}
