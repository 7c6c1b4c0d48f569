import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadEnv } from '#lib/process/env.ts'
import { asSuperuser, createTestDatabase } from '#lib/testing/database.ts'
import { assertDatabaseReady } from '#scripts/database-ready.ts'
import { migrate } from '#scripts/migrate.ts'
import { withConnection } from '#scripts/start-lock.ts'
import { testFolder } from '#scripts/test-folder.ts'
import { committedMigrations, MIGRATIONS_FOLDER } from './migrations.ts'

const env = loadEnv({ SECRET_KEY: randomBytes(32).toString('base64') })
const names = committedMigrations().map(({ name }) => name)
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

test('a database of a build before the first migration is rejected', async () => {
  await asSuperuser(
    database.url,
    `UPDATE _prisma_migrations SET migration_name = '20261120125237_initial', checksum = 'other'`,
  )
  const sentence =
    'The database was made before version 0.2.0 (it has the migration 20261120125237_initial), and cannot be upgraded. Start with an empty database, or with the build that made this one.'
  expect(await sentences()).toEqual([sentence, sentence])
})

test('a database with other tables is rejected, and left as it is', async () => {
  await asSuperuser(database.url, 'DROP TABLE _prisma_migrations')
  await expect(migrate(database.url)).rejects.toThrow(
    / has tables that are not of Counterfoil, such as account_exports\. /,
  )
  const { rows } = await withConnection(database.url, (query) =>
    query(`SELECT to_regclass('_prisma_migrations') AS history`, []),
  )
  expect(rows).toEqual([{ history: null }])
})

test('a database without a migration is rejected by a worker and the command line', async () => {
  await asSuperuser(database.url, `DELETE FROM _prisma_migrations`)
  await expect(assertDatabaseReady(database.url, env)).rejects.toThrow(
    `The database is older than this version: the migration ${first} is missing. Run `,
  )
})

describe('a later migration', () => {
  const LATER = '99990101000000_later'
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(testFolder('migrations-'))
    cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
    mkdirSync(join(folder, LATER))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const write = (sql: string) => writeFileSync(join(folder, LATER, 'migration.sql'), sql)

  test('is applied once by several starts at once', async () => {
    write('ALTER TABLE orders ADD COLUMN surplus TEXT; -- not; two')
    const start = () => migrate(database.url, { folder })
    const applied = await Promise.all([start(), start(), start()])
    expect(applied.flat()).toEqual([LATER])
    expect(await history()).toEqual([
      ...[...names, LATER].map((name) => ({ name, finished: true, logs: null })),
    ])
  })

  test('that fails changes nothing, names itself and the reason, and stops the next start', async () => {
    write('ALTER TABLE orders ADD COLUMN surplus TEXT; CREATE TABLE instance ();')
    const reason = 'relation "instance" already exists'
    await expect(migrate(database.url, { folder })).rejects.toThrow(
      `The migration ${LATER} failed: ${reason}. Correct the cause, then see `,
    )
    expect((await history()).at(-1)).toEqual({ name: LATER, finished: false, logs: reason })
    await asSuperuser(database.url, 'ALTER TABLE orders ADD COLUMN surplus TEXT')
    await expect(migrate(database.url, { folder })).rejects.toThrow(`The migration ${LATER} failed half-way.`)
  })

  test('that failed is applied again once it is marked as rolled back', async () => {
    write('CREATE TABLE instance ()')
    await expect(migrate(database.url, { folder })).rejects.toThrow()
    await asSuperuser(
      database.url,
      'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
    )
    write('CREATE TABLE another ()')
    expect(await migrate(database.url, { folder })).toEqual([LATER])
  })
})

async function history() {
  const { rows } = await withConnection(database.url, (query) =>
    query(
      `SELECT migration_name AS name, finished_at IS NOT NULL AS finished, logs FROM _prisma_migrations ORDER BY started_at`,
      [],
    ),
  )
  return rows
}
