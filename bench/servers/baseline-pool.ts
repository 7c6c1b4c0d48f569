import pg from 'pg'
import { env } from '#lib/env.ts'

/** As many connections as the product's pool has. BIGINT is parsed as a number. */
export const pool = new pg.Pool({
  connectionString: env().DATABASE_URL,
  max: env().DATABASE_POOL,
  types: {
    getTypeParser: (oid, format) => (oid === 20 ? Number : pg.types.getTypeParser(oid, format as 'text')),
  },
})

// A connection that ends while it idles is replaced.
pool.on('error', () => {})

type Row = Record<string, unknown>
type Queries = { query(config: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }> }

/** Runs a prepared statement and returns its rows. */
export async function rowsOf(on: Queries, name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await on.query({ name, text, values })).rows
}

/** Runs work in a transaction. */
export async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const value = await work(client)
    await client.query('COMMIT')
    return value
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}
