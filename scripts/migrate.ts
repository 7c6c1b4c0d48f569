/** Brings a database to the state of this version: `npm run migrate` with DATABASE_URL set, and every `npm start`. */
import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { committedMigrations } from '#scripts/schema/migrations.ts'

/**
 * Applies what is missing from prisma/migrations, and the queue's own tables. Repeatable.
 * @returns the names of the migrations that were applied now
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const applied = (await isCurrent(databaseUrl)) ? [] : await applyMissing(databaseUrl)
  const { prepareQueue } = await import('#lib/jobs/queue.ts')
  await prepareQueue(databaseUrl)
  return applied
}

async function applyMissing(databaseUrl: string): Promise<string[]> {
  const { applyMigrations } = await import('#scripts/schema/engine.ts')
  return await applyMigrations(databaseUrl)
}

/** The engine's own record compared with the files, since loading the engine takes longer than all else at a start. */
async function isCurrent(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const known = await client.query<{ exists: boolean }>(
      "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists",
    )
    if (!known.rows[0]?.exists) return false
    const finished = await client.query<{ name: string; checksum: string }>(
      'SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    )
    const unfinished = await client.query(
      'SELECT 1 FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL',
    )
    const recorded = new Map(finished.rows.map((row) => [row.name, row.checksum]))
    const committed = committedMigrations().migrationDirectories
    return (
      unfinished.rowCount === 0 &&
      committed.every(({ path, migrationFile }) => recorded.get(path) === checksum(migrationFile))
    )
  } finally {
    await client.end()
  }
}

function checksum(
  file: ReturnType<typeof committedMigrations>['migrationDirectories'][number]['migrationFile'],
): string {
  return createHash('sha256').update(file.content.value).digest('hex')
}

if (import.meta.main) {
  const { bringUpDatabase, prepareEnvironment } = await import('#scripts/environment.ts')
  const database = await bringUpDatabase(prepareEnvironment(), { join: true })
  const applied = await migrate(database.url)
  console.log(applied.length ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  await database.stop()
  process.exit() // The engine leaves a timer of ten seconds behind.
}
