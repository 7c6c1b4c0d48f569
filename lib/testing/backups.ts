import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { documentKey, type Storage } from '#lib/ports/storage.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import { addressOf, asSuperuser, dropDatabase } from '#lib/testing/database.ts'
import { migrate } from '#scripts/migrate.ts'
import { committedMigrations, MIGRATIONS_FOLDER } from '#scripts/schema/migrations.ts'

/** The release whose rows are in prisma/releases: at least one in every table. */
export const RELEASE = '0001_0.2.0'

/** An empty database of the role of the application, or of a new role. */
export async function emptyDatabase(role = 'counterfoil') {
  const { adminUrl, url } = inject('cluster')
  const name = `test_${randomBytes(6).toString('hex')}`
  const isNew = role !== 'counterfoil'
  if (isNew) await asSuperuser(adminUrl, `CREATE ROLE ${role} LOGIN NOSUPERUSER PASSWORD 'right'`)
  await asSuperuser(adminUrl, `CREATE DATABASE ${name} OWNER ${role}`)
  const address = new URL(addressOf(url, name))
  if (isNew) Object.assign(address, { username: role, password: 'right' })
  return {
    url: address.href,
    async drop() {
      await dropDatabase(adminUrl, name)
      if (isNew) await asSuperuser(adminUrl, `DROP ROLE ${role}`)
    },
  }
}

/** A folder with the migrations of the release alone. */
export function releaseFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  for (const { name } of committedMigrations())
    if (name <= RELEASE) cpSync(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

/**
 * A database with rows in every table, jobs in every state, and documents in a folder.
 * @param isOld leaves it at the release, so that migrations are missing
 */
export async function filledDatabase(isOld = false) {
  const { url, drop } = await emptyDatabase()
  const release = releaseFolder()
  await migrate(url, { folder: release.folder })
  release.remove()
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  const documents = folderStorage(folder)
  await onDatabase(url, async (client) => {
    await client.query(readFileSync(`prisma/releases/${RELEASE}.sql`, 'utf8'))
    // Of documents and files that this test does not have.
    await client.query('DELETE FROM documents')
    await client.query('UPDATE scheduled_exports SET object = NULL')
    await addJobs(client)
  })
  if (!isOld) await migrate(url)
  return {
    url,
    folder,
    documents,
    async close() {
      await drop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function addJobs(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO pgboss.queue SELECT (jsonb_populate_record(queue, '{"name": "queue_of_another_version"}')).* FROM pgboss.queue LIMIT 1`,
  )
  const states = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed']
  for (const [index, state] of states.entries())
    await client.query(
      `INSERT INTO pgboss.job (name, data, state, output)
       SELECT name, $2, $1::pgboss.job_state, $2 FROM pgboss.queue ORDER BY name LIMIT 3 OFFSET $3`,
      [state, JSON.stringify({ text: `a\tb\n\\. "${state}"` }), index],
    )
  await client.query(`INSERT INTO pgboss.job (name, data) VALUES ('queue_of_another_version', '{}')`)
}

/** Adds a document with its bytes. @returns its key in the storage */
export async function addDocument(
  databaseUrl: string,
  storage: Storage,
  bytes: Buffer,
  recorded = bytes,
): Promise<string> {
  const id = `doc_${randomBytes(7).toString('hex')}`
  const key = documentKey('acc_1', id)
  await storage.put(
    key,
    (async function* () {
      yield bytes
    })(),
  )
  const sha256 = createHash('sha256').update(recorded).digest('hex')
  await onDatabase(databaseUrl, (client) =>
    client.query(
      `INSERT INTO documents (account_id, id, purpose, name, mime_type, size, sha256, storage_key, created_at)
       VALUES ('acc_1', $1, 'other', 'a.pdf', 'application/pdf', $2, $3, $4, 1)`,
      [id, recorded.length, sha256, key],
    ),
  )
  return key
}

/** Everything in a database: how many rows each table has, and a digest of them. Jobs of the queue as well. */
export function contentsOf(databaseUrl: string): Promise<Record<string, string>> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
       UNION ALL VALUES ('pgboss.job') ORDER BY 1`,
    )
    const contents: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(
        `SELECT count(*) || ' ' || COALESCE(md5(string_agg(md5(stored::text), '' ORDER BY md5(stored::text))), '') AS digest FROM ${name} stored`,
      )
      contents[name] = rows[0].digest
    }
    return contents
  })
}

/** What a schema consists of, apart from its rows: to be compared with that of a database that was migrated. */
export function schemaOf(databaseUrl: string): Promise<string[]> {
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) || convalidated AS line
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace
       UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
       UNION ALL SELECT format('%s %s %s', relname, replace(relacl::text, current_user, 'owner'), reloptions)
         FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       UNION ALL SELECT format('%s.%s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
         replace(attacl::text, current_user, 'owner'), attstattarget)
         FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
         WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0
       UNION ALL SELECT pg_get_statisticsobjdef(oid) FROM pg_statistic_ext
       UNION ALL SELECT pg_get_functiondef(oid) || replace(proacl::text, current_user, 'owner')
         FROM pg_proc WHERE pronamespace = 'public'::regnamespace
       ORDER BY 1`,
    )
    return rows.map(({ line }) => line)
  })
}

export async function onDatabase<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
