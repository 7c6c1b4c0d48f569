/** The database as a backup reads it: connections that see one and the same state of it, however long they read. */
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Client } from 'pg'
import { queryOn } from '#lib/database/query.ts'
import { explainConnectionError } from '#scripts/database-errors.ts'
import { BACKUP_LOCK, checkServer } from '#scripts/start-lock.ts'
import { backupError } from './errors.ts'

/** Of what a backup runs with: requests go first. */
const LOW_PRIORITY = 10

export type SourceTable = { group: 'tables' | 'queue'; name: string; columns: string[]; sql: string }

export type BackupSource = {
  /** Two that see the same rows. */
  clients: [Client, Client]
  /** The process ids that work for them, where the server of the database is on this machine and ours. */
  backends: number[]
  startedAt: number
  postgresql: string
  migrations: { name: string; checksum: string }[]
  /** Of each SECRET_KEY that opens the rows; none where no server has begun a key ring yet. */
  fingerprints: string[]
  /** In the order in which they are read: the jobs, then the largest first. */
  tables: SourceTable[]
  close(): Promise<void>
}

/**
 * Opens the database for a backup, which has the lock of backups until it is closed: a second one is rejected, and a
 * migration waits, since it would wait for the tables otherwise, and every request behind it.
 * @param isLocal whether the server of the database is on this machine and ours, so that it can be slowed down
 * @throws CannotStart when another backup runs
 */
export async function openSource(databaseUrl: string, isLocal: boolean): Promise<BackupSource> {
  const clients: [Client, Client] = [await connect(databaseUrl), await connect(databaseUrl)]
  const close = async () => {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
  try {
    const [main, second] = clients
    await checkServer(queryOn(main), databaseUrl)
    const backends = isLocal ? clients.map(slowDown) : []
    for (const client of clients) await begin(client)
    const { rows } = await main.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${BACKUP_LOCK}) AS taken`,
    )
    if (!rows[0]?.taken) throw backupError('backup_running', {})
    const exported = await main.query<{ snapshot: string; at: number; version: string }>(
      `SELECT pg_export_snapshot() AS snapshot, extract(epoch FROM clock_timestamp())::int AS at,
              current_setting('server_version') AS version`,
    )
    const { snapshot = '', at = 0, version = '' } = exported.rows[0] ?? {}
    await second.query(`SET TRANSACTION SNAPSHOT ${second.escapeLiteral(snapshot)}`)
    return {
      clients,
      backends,
      startedAt: at,
      postgresql: version,
      migrations: await migrationsOf(main),
      fingerprints: await fingerprintsOf(main),
      tables: await tablesOf(main),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

export async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'counterfoil backup',
  })
  // A connection that breaks is reported by the statement that needs it.
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw explainConnectionError(error, databaseUrl)
  })
  return client
}

/** The first statement after this fixes what is seen. The settings decide how values are written as text. */
async function begin(client: Client): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const settings = {
    statement_timeout: '0',
    lock_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    client_encoding: 'UTF8',
    datestyle: 'ISO',
    intervalstyle: 'postgres',
    timezone: 'UTC',
    bytea_output: 'hex',
    extra_float_digits: '1',
    row_security: 'off',
  }
  for (const [name, value] of Object.entries(settings)) await client.query(`SET LOCAL ${name} = '${value}'`)
}

/** Of the process of the server that works for a connection. Another user's is left as it is. @returns its id */
export function slowDown(client: Client): number {
  const { processID } = client as unknown as { processID: number }
  try {
    setPriority(processID, LOW_PRIORITY)
  } catch {
    // Then it runs like the others.
  }
  return processID
}

/** Of this process. Threads inherit the priority of the one that makes them, and some are there already. */
export function runInBackground(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads) {
    try {
      setPriority(thread, LOW_PRIORITY)
    } catch {
      // A thread that has ended since.
    }
  }
}

export async function migrationsOf(client: Client): Promise<BackupSource['migrations']> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  )
  return rows
}

async function fingerprintsOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ fingerprint: string }>(
    'SELECT fingerprint FROM secret_keys ORDER BY number',
  )
  return rows.map(({ fingerprint }) => fingerprint)
}

/** Of the queue its jobs, with the queues that they are in; everything else there is made by its set-up. */
const QUEUE = ['queue', 'job']

async function tablesOf(client: Client): Promise<SourceTable[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `SELECT namespace.nspname AS schema, class.relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class class JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
     JOIN pg_attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     WHERE (nspname = current_schema() AND relkind = 'r') OR (nspname = 'pgboss' AND relname = ANY($1))
     GROUP BY namespace.oid, class.oid ORDER BY pg_table_size(class.oid) DESC, relname`,
    [QUEUE],
  )
  const tables = rows.map(({ schema, name, columns }): SourceTable => {
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    // A table in partitions can be read by a query alone.
    return schema === 'pgboss'
      ? { group: 'queue', name, columns, sql: `COPY (SELECT ${list} FROM pgboss.${name}) TO STDOUT` }
      : { group: 'tables', name, columns, sql: `COPY ${client.escapeIdentifier(name)} (${list}) TO STDOUT` }
  })
  const queue = QUEUE.flatMap((name) =>
    tables.filter((table) => table.group === 'queue' && table.name === name),
  )
  return [...queue, ...tables.filter(({ group }) => group === 'tables')]
}
