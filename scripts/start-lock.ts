import { Client } from 'pg'
import { processOf, type Query, queryOn } from '#lib/database/query.ts'
import { CannotStart, startError } from '#lib/server/cannot-start.ts'
import { explainConnectionError, explainDatabaseError, placeOf } from '#scripts/database-errors.ts'
import { assertFollowsStatements } from '#scripts/pooler.ts'

/** A name in one number, so that no other user of the database has the same lock. */
const START_LOCK = "hashtextextended('counterfoil start', 0)"
/** A backup has it, and a migration: one would wait for the tables of the other, and every request behind it. */
export const BACKUP_LOCK = "hashtextextended('counterfoil backup', 0)"
/** The command that changes SECRET_KEY has it. */
const KEY_LOCK = "hashtextextended('counterfoil secret key', 0)"

/**
 * Connects to the database for a start, checks that it is one that Counterfoil runs on, and closes the connection
 * after the work.
 * @throws CannotStart when it cannot be reached, or is not fit for use
 */
export async function withConnection<T>(databaseUrl: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    application_name: 'counterfoil start',
  })
  // A connection that breaks is reported by the statement that needs it.
  client.on('error', () => undefined)
  const query = queryOn(client)
  try {
    await client.connect().catch((error: unknown) => {
      throw explainConnectionError(error, databaseUrl)
    })
    const { pid } = await checkServer(query, databaseUrl)
    if (pid !== processOf(client)) await assertFollowsStatements(databaseUrl)
    return await work(query)
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Does the work while no other process prepares the same database; a second one waits here and then finds it done.
 * The lock belongs to a transaction that does nothing else, so that it is released with the connection, and holds
 * behind a pooler as well.
 */
export async function withStartLock<T>(
  databaseUrl: string,
  work: (query: Query) => Promise<T>,
  say: (line: string) => void = () => undefined,
): Promise<T> {
  return await withLock(databaseUrl, START_LOCK, work, () =>
    say('Another process prepares this database; waiting for it.'),
  )
}

/** The same for migrations, which wait until a backup has finished. */
export async function withBackupLock<T>(
  databaseUrl: string,
  work: () => Promise<T>,
  say: (line: string) => void = () => undefined,
): Promise<T> {
  return await withLock(databaseUrl, BACKUP_LOCK, work, () =>
    say('A backup of this database is running; waiting for it.'),
  )
}

/** The same for a change of SECRET_KEY. @throws CannotStart at once when another command does it */
export async function withKeyLock<T>(databaseUrl: string, work: (query: Query) => Promise<T>): Promise<T> {
  return await withLock(databaseUrl, KEY_LOCK, work, () => {
    throw new CannotStart(
      'Another `secret` command is changing SECRET_KEY of this database. Wait until it has ended.',
    )
  })
}

async function withLock<T>(
  databaseUrl: string,
  number: string,
  work: (query: Query) => Promise<T>,
  onWait: () => void,
): Promise<T> {
  return await withConnection(databaseUrl, async (lock) => {
    await lock('BEGIN', [])
    for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await lock(`SET LOCAL ${name} = 0`, [])
    const { rows } = await lock(`SELECT pg_try_advisory_xact_lock(${number}) AS taken`, [])
    if (!rows[0]?.taken) {
      onWait()
      await lock(`SELECT pg_advisory_xact_lock(${number})`, [])
    }
    const result = await withConnection(databaseUrl, work)
    await lock('COMMIT', [])
    return result
  })
}

/** @returns the process that responded. @throws CannotStart when the server is too old, or takes no writes */
export async function checkServer(query: Query, databaseUrl: string): Promise<{ pid: number }> {
  const { rows } = await query(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
            current_setting('transaction_read_only') = 'on' AS read_only, pg_backend_pid() AS pid`,
    [],
  )
  const { version, number, read_only, pid } = rows[0] as {
    version: string
    number: number
    read_only: boolean
    pid: number
  }
  const place = placeOf(databaseUrl)
  if (number < 160_000) throw startError('database_too_old', { place, version })
  if (read_only) throw startError('database_read_only', { place })
  return { pid }
}
