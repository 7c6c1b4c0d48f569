import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { queryOn } from '#lib/database/query.ts'
import { checkInvariants } from '#lib/ledger/invariants.ts'
import { addressOf, asSuperuser, dropDatabase } from '#lib/testing/database.ts'
import { migrate } from '#scripts/migrate.ts'
import { committedMigrations, MIGRATIONS_FOLDER } from '#scripts/schema/migrations.ts'
import { testFolder } from '#scripts/test-folder.ts'

/** A file for each release, with rows of every table, named after the last migration of that release. */
const RELEASES = readdirSync('prisma/releases').map((file) => file.replace('.sql', ''))

/** `table.column` whose values a migration changes on purpose; the other columns stay as they are. */
const CHANGED: string[] = []

type Rows = Map<string, Record<string, unknown>[]>

let name: string
let folder: string
let client: Client
beforeEach(async () => {
  name = `test_${randomBytes(6).toString('hex')}`
  folder = mkdtempSync(testFolder('releases-'))
  await asSuperuser(inject('cluster').adminUrl, `CREATE DATABASE ${name} OWNER counterfoil`)
  client = new Client({ connectionString: url() })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await dropDatabase(inject('cluster').adminUrl, name)
  rmSync(folder, { recursive: true })
})

describe.each(RELEASES)('a database of the release %s', (release) => {
  it('has rows in every table', async () => {
    await restore(release)
    const empty = [...(await rowsOfAll())].filter(([, rows]) => rows.length === 0).map(([table]) => table)
    expect(empty).toEqual([])
    expect(await checkInvariants(queryOn(client))).toEqual([])
  })

  it('is upgraded by all later migrations, and loses nothing', async () => {
    await restore(release)
    expect(await problemsOf(MIGRATIONS_FOLDER)).toEqual([])
  })

  it('is upgraded by a migration that adds to it', async () => {
    await restore(release)
    expect(
      await trial(
        "ALTER TABLE refunds ADD COLUMN channel text NOT NULL DEFAULT 'api'; CREATE INDEX refunds_channel ON refunds (channel)",
      ),
    ).toEqual([])
  })

  it.each([
    ['a row', 'DELETE FROM refund_links', 'refund_links lost 1 rows'],
    ['a value', 'UPDATE customers SET name = NULL', 'customers changed in 1 rows'],
    ['a column', 'ALTER TABLE orders DROP COLUMN receipt', 'orders lost the column receipt'],
    ['a table', 'DROP TABLE comments', 'comments lost 1 rows'],
    [
      'the balance of the ledger',
      'UPDATE ledger_balances SET balance = balance + 1',
      'A kept balance equals the sum of its postings.',
    ],
    [
      'a count of records',
      'UPDATE record_count_changes SET count = count + 1',
      'The counters equal the records that they count.',
    ],
  ])('is not upgraded by one that loses %s', async (_, sql, problem) => {
    await restore(release)
    expect(await trial(sql)).toContain(problem)
  })
})

/** The empty database, with the migrations of the release and its rows. */
async function restore(release: string): Promise<void> {
  for (const migration of committedMigrations())
    if (migration.name <= release)
      cpSync(join(MIGRATIONS_FOLDER, migration.name), join(folder, migration.name), { recursive: true })
  await migrate(url(), { folder })
  await client.query(readFileSync(`prisma/releases/${release}.sql`, 'utf8'))
}

/** The problems of one migration after those of the release. */
async function trial(sql: string): Promise<string[]> {
  const migration = join(folder, '99990101000000_trial')
  mkdirSync(migration)
  writeFileSync(join(migration, 'migration.sql'), sql)
  return await problemsOf(folder)
}

/** Upgrades the database with the migrations of a folder. @returns what it lost, and the invariants that do not hold */
async function problemsOf(migrations: string): Promise<string[]> {
  const before = await rowsOfAll()
  await migrate(url(), { folder: migrations })
  const after = await rowsOfAll()
  const lost = [...before].flatMap(([table, rows]) => lossesOf(table, rows, after.get(table) ?? []))
  const violations = await checkInvariants(queryOn(client))
  return lost.concat(violations.map(({ name: invariant }) => invariant))
}

function lossesOf(
  table: string,
  before: Record<string, unknown>[],
  after: Record<string, unknown>[],
): string[] {
  if (after.length < before.length) return [`${table} lost ${before.length - after.length} rows`]
  const columns = Object.keys(before[0] ?? {}).filter((column) => !CHANGED.includes(`${table}.${column}`))
  const gone = columns.filter((column) => !(column in (after[0] ?? {})))
  const textOf = (row: Record<string, unknown>) =>
    JSON.stringify(columns.map((column) => row[column] ?? null))
  const found = new Set(after.map(textOf))
  const changed = before.filter((row) => !found.has(textOf(row)))
  return gone.length > 0
    ? gone.map((column) => `${table} lost the column ${column}`)
    : changed.length > 0
      ? [`${table} changed in ${changed.length} rows`]
      : []
}

async function rowsOfAll(): Promise<Rows> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND relname <> '_prisma_migrations' ORDER BY 1`,
  )
  const all: Rows = new Map()
  for (const { name: table } of rows)
    all.set(
      table,
      (await client.query(`SELECT to_jsonb(kept) AS row FROM ${table} kept`)).rows.map(({ row }) => row),
    )
  return all
}

function url(): string {
  return addressOf(inject('cluster').url, name)
}
