import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { Client } from 'pg'
import { fingerprintOf } from '#lib/auth/secrets.ts'
import type { Query } from '#lib/database/query.ts'
import { prepareQueue } from '#lib/jobs/queue.ts'
import type { Storage } from '#lib/ports/storage.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { placeOf } from '#scripts/database-errors.ts'
import { applyMissing, HISTORY } from '#scripts/migrate.ts'
import { committedMigrations, type Migration } from '#scripts/schema/migrations.ts'
import { assertNoSuperuser } from '#scripts/schema/privileges.ts'
import { withStartLock } from '#scripts/start-lock.ts'
import { copyIn } from './copy.ts'
import type { Unlock } from './encryption.ts'
import { backupError } from './errors.ts'
import type { Header, TableSummary } from './format.ts'
import type { BackupFile } from './places.ts'
import { type Contents, readBackup } from './read.ts'
import { makeIndexes, type Removed, removeIndexes } from './schema.ts'

const decompress = promisify(zstdDecompress)

export type Checked = Contents & {
  file: BackupFile
  unlock: Unlock | null
  migrations: Migration[]
  /** Of the migrations, where it is another than that of this version. */
  folder: string | undefined
}

/**
 * Reads a backup to its end before anything is changed anywhere.
 * @param folder of migrations, other than that of this version
 * @throws CannotStart when it is damaged, or this version cannot restore it
 */
export async function checkBackup(
  file: BackupFile,
  unlock: Unlock | null,
  folder?: string,
): Promise<Checked> {
  let migrations: Migration[] = []
  const contents = await readBackup(file, unlock, {
    header: (header) => {
      migrations = archivedMigrations(header, committedMigrations(folder))
    },
  })
  return { ...contents, file, unlock, migrations, folder }
}

/** Those that lead to the schema of the backup. @throws CannotStart when one is unknown or differs */
export function archivedMigrations(
  { migrations, version }: Pick<Header, 'migrations' | 'version'>,
  committed: Migration[],
): Migration[] {
  return migrations.map(({ name, checksum }) => {
    const found = committed.find((migration) => migration.name === name)
    if (!found) throw backupError('newer', { version, reason: `the migration ${name} is unknown` })
    if (found.checksum !== checksum) throw backupError('migration_differs', { name })
    return found
  })
}

/**
 * The key of the data: that of this machine, else that of the backup.
 * @param path where it is stored when it is no setting
 * @throws CannotStart when there is none, or another one
 */
export function keyFor(
  {
    header,
    secretKey,
  }: {
    header: Pick<Header, 'key_fingerprint'> & Partial<Pick<Header, 'key_fingerprints'>>
    secretKey: string | null
  },
  found: string | null,
  path: string,
): string {
  const { key_fingerprint: fingerprint, key_fingerprints: either = [] } = header
  const key = found ?? secretKey
  if (key === null) throw backupError('key_missing', { fingerprint, path })
  if (![fingerprint, ...either].includes(fingerprintOf(key)))
    throw backupError('key_differs', { fingerprint, found: fingerprintOf(key), path })
  return key
}

export type Restored = { rows: number; documents: number; migrated: string[] }

/**
 * Loads a checked backup into an empty database, and its documents into the storage; then migrates to this version. The
 * rows appear in one transaction: when anything fails, the database is as empty as before.
 * @param onEmpty is called before the first change
 * @throws CannotStart when the database is not empty, or its user a superuser
 */
export async function restoreBackup(
  checked: Checked,
  databaseUrl: string,
  storage: Storage,
  { say, onEmpty }: { say?: (line: string) => void; onEmpty?: () => void } = {},
): Promise<Restored> {
  return await withStartLock(
    databaseUrl,
    async (query) => {
      await assertNoSuperuser(query)
      await assertEmpty(query, databaseUrl)
      onEmpty?.()
      let documents = 0
      try {
        await prepareQueue(databaseUrl)
        documents = await load(checked, databaseUrl, storage)
      } catch (error) {
        if (error instanceof CannotStart) throw error
        const reason = (error as Error).message
        throw backupError('restore_failed', { place: placeOf(databaseUrl), reason }, error)
      }
      const { folder } = checked
      const migrated = await applyMissing(databaseUrl, query, folder === undefined ? {} : { folder })
      // Otherwise the first requests are planned without knowing how large the tables are.
      await query('ANALYZE', [])
      const rows = checked.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      return { rows, documents, migrated }
    },
    say,
  )
}

/** An empty queue counts as nothing: a restore that failed leaves one. */
async function assertEmpty(query: Query, databaseUrl: string): Promise<void> {
  const { rows } = await query<{ found: string }>(
    `SELECT 'the table ' || relname AS found FROM pg_class WHERE relnamespace = current_schema()::regnamespace
       AND relkind IN ('r', 'p', 'v', 'm') ORDER BY relname LIMIT 1`,
    [],
  )
  const jobs = await query<{ exists: boolean }>(`SELECT to_regclass('pgboss.job') IS NOT NULL AS exists`, [])
  const waiting = jobs.rows[0]?.exists ? await query('SELECT FROM pgboss.job LIMIT 1', []) : { rows: [] }
  const found = rows[0]?.found ?? (waiting.rows.length > 0 ? 'jobs in its queue' : undefined)
  if (found !== undefined) throw backupError('not_empty', { place: placeOf(databaseUrl), found })
}

/**
 * One transaction on one connection: rows that no other transaction has seen are stored as visible to all (FREEZE).
 * @returns how many documents were stored
 */
async function load(checked: Checked, databaseUrl: string, storage: Storage): Promise<number> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'counterfoil restore' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN')
    for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`SET LOCAL ${name} = 0`)
    const removed = await makeTables(client, checked.migrations)
    const documents = await loadContents(client, checked, storage)
    await makeIndexes(client, removed)
    await client.query('COMMIT')
    return documents
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The tables of the version that made the backup, without indexes. Privileges are taken away by the migrations. */
async function makeTables(client: Client, migrations: Migration[]): Promise<Removed> {
  await client.query(HISTORY)
  for (const { sql } of migrations) await client.query(sql)
  const removed = await removeIndexes(client)
  // Rows that a migration makes are among those of the backup.
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I', relname) AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
       AND pg_relation_size(oid) > 0`,
  )
  for (const { name } of rows) await client.query(`TRUNCATE ${name}`)
  return removed
}

/**
 * Loads each part while the next one is read and decompressed.
 * @returns how many documents were stored
 * @throws when a table gets another number of rows than there were
 */
async function loadContents(client: Client, checked: Checked, storage: Storage): Promise<number> {
  const { file, unlock, manifest } = checked
  const summaries = new Map(manifest.tables.map((table) => [`${table.group}/${table.name}`, table]))
  const loaded = new Map<TableSummary, number>()
  let documents = 0
  let loading: Promise<void> = Promise.resolve()
  const loadRows = async (table: TableSummary, bytes: Buffer) => {
    const rows = await loadPart(client, table, bytes)
    loaded.set(table, (loaded.get(table) ?? 0) + rows)
  }
  await readBackup(file, unlock, {
    document: async (key, bytes) => {
      await storage.put(key, bytes)
      documents += 1
    },
    part: async (group, name, compressed) => {
      const table = summaries.get(`${group}/${name}`)
      if (!table) throw new Error(`The backup has changed: ${name} is new.`)
      const bytes = await decompress(compressed)
      await loading
      loading = loadRows(table, bytes)
      // It is waited for with the next part, or below.
      loading.catch(() => undefined)
    },
  })
  await loading
  for (const table of manifest.tables)
    if ((loaded.get(table) ?? 0) !== table.rows)
      throw new Error(`${table.name} has ${loaded.get(table) ?? 0} rows in place of ${table.rows}`)
  return documents
}

async function loadPart(client: Client, table: TableSummary, bytes: Buffer): Promise<number> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const name = client.escapeIdentifier(table.name)
  if (table.group === 'tables')
    return await copyIn(client, `COPY ${name} (${columns}) FROM STDIN (FREEZE)`, bytes)
  if (table.name === 'job') return await copyIn(client, `COPY pgboss.job (${columns}) FROM STDIN`, bytes)
  // The queues of this version are there with its settings. One that it no longer has is added, since its jobs need it.
  await client.query(`CREATE TEMP TABLE loaded_queue (LIKE pgboss.${name}) ON COMMIT DROP`)
  const rows = await copyIn(client, `COPY loaded_queue (${columns}) FROM STDIN`, bytes)
  await client.query(
    `INSERT INTO pgboss.${name} (${columns}) SELECT ${columns} FROM loaded_queue ON CONFLICT DO NOTHING`,
  )
  await client.query('DROP TABLE loaded_queue')
  return rows
}
