import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startError } from '#lib/server/cannot-start.ts'
import { placeOf } from '#scripts/database-errors.ts'

/** How often a second connection is tried, and how long a pooler with one connection may keep it waiting, in milliseconds. */
const TRIES = 5
const WAIT_MS = 2000

/** Codes of PostgreSQL: the prepared statement does not exist, or exists already. */
const LOST = ['26000', '42P05']

/**
 * A pooler that gives each transaction another connection has to prepare the statements of a client there as well: every
 * statement of a server is prepared. PgBouncer does since 1.21.
 * @throws CannotStart where one does not. One that always gave the same connection is taken as it is.
 */
export async function assertFollowsStatements(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, query_timeout: WAIT_MS })
  const other = new pg.Client({ connectionString: databaseUrl, query_timeout: WAIT_MS })
  for (const each of [client, other]) each.on('error', () => undefined)
  const prepared = { name: randomUUID(), text: 'SELECT pg_backend_pid() AS pid' }
  try {
    await Promise.all([client.connect(), other.connect()])
    const { rows: first } = await client.query(prepared)
    for (let tries = 0; tries < TRIES; tries += 1) {
      // The other one takes the connection that was just released.
      await other.query('BEGIN')
      const { rows } = await client.query(prepared)
      await other.query('COMMIT')
      if (rows[0].pid !== first[0].pid) return
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError && LOST.includes(error.code ?? ''))
      throw startError('pooler_statements', { place: placeOf(databaseUrl) }, error)
    // Too few connections for both: it cannot be told.
    if (error instanceof pg.DatabaseError) throw error
  } finally {
    await Promise.all([client, other].map((each) => each.end().catch(() => undefined)))
  }
}
