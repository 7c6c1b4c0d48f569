import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadEnv } from '#lib/env.ts'
import { asSuperuser, createTestDatabase } from '#lib/testing/database.ts'
import { assertDatabaseReady } from '#scripts/database-ready.ts'
import { migrate } from '#scripts/migrate.ts'
import { withConnection } from '#scripts/start-lock.ts'
import { committedMigrations } from './migrations.ts'

const env = loadEnv({ SECRET_KEY: randomBytes(32).toString('base64') })
const names = committedMigrations().migrationDirectories.map(({ path }) => path)
const [first, last] = [names[0] as string, names.at(-1) as string]

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

/** The output of a start, `migrate`, a worker and the command line. */
async function sentences(): Promise<string[]> {
  const starts = [() => migrate(database.url), () => assertDatabaseReady(database.url, env)]
  const said: string[] = []
  for (const start of starts)
    said.push(
      await start().then(
        () => '',
        (error: Error) => error.message,
      ),
    )
  return said
}

test('a database of this version is started', async () => {
  expect(await sentences()).toEqual(['', ''])
})

test('a newer database is rejected, naming the first migration that this version does not know', async () => {
  await asSuperuser(
    database.url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at) VALUES
       ('2', 'x', '99990101000001_later', now() + interval '1 second', now()),
       ('1', 'x', '99990101000000_newer', now(), now())`,
  )
  const sentence =
    'The database is newer than this version: it has the unknown migration 99990101000000_newer. Start the newer version, or restore a backup from before the upgrade.'
  expect(await sentences()).toEqual([sentence, sentence])
})

test('a migration of a newer version that was rolled back does not count', async () => {
  await asSuperuser(
    database.url,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, rolled_back_at)
     VALUES ('1', 'x', '99990101000000_newer', now(), now())`,
  )
  expect(await sentences()).toEqual(['', ''])
})

test('a migration that failed half-way is rejected', async () => {
  await asSuperuser(
    database.url,
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${last}'`,
  )
  const sentence = `The migration ${last} failed half-way. Restore a backup from before it, or see "A migration that failed" in docs/operations.md.`
  expect(await sentences()).toEqual([sentence, sentence])
})

test('a migration that differs from the applied one is rejected', async () => {
  await asSuperuser(
    database.url,
    `UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name = '${first}'`,
  )
  const sentence = `The migration ${first} differs from the one applied to this database. Restore its file in prisma/migrations.`
  expect(await sentences()).toEqual([sentence, sentence])
})

test('an older database is migrated by a start, and rejected by a worker and the command line', async () => {
  await asSuperuser(
    database.url,
    'DROP TABLE instance',
    `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_instance'`,
  )
  await expect(assertDatabaseReady(database.url, env)).rejects.toThrow(
    /^The database is older than this version: the migration \d+_instance is missing\. Run /,
  )
  expect(await migrate(database.url)).toEqual([names.find((name) => name.endsWith('_instance'))])
  await assertDatabaseReady(database.url, env)
})

test('a migration that fails names itself and the reason, and the next start says that it failed', async () => {
  await asSuperuser(database.url, `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_instance'`)
  await expect(migrate(database.url)).rejects.toThrow(
    /^The migration \d+_instance failed: relation "instance" already exists\. Correct the cause, then see /,
  )
  await expect(migrate(database.url)).rejects.toThrow(/^The migration \d+_instance failed half-way\./)
})

test('two starts at once apply each migration once', async () => {
  await asSuperuser(
    database.url,
    'DROP TABLE instance',
    `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_instance'`,
  )
  const applied = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)])
  expect(applied.flat()).toHaveLength(1)
  const { rows } = await withConnection(database.url, (query) =>
    query(`SELECT count(*)::int AS count FROM _prisma_migrations WHERE migration_name LIKE '%_instance'`, []),
  )
  expect(rows).toEqual([{ count: 1 }])
})
