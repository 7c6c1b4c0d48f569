import pg from 'pg'
import { env } from '#lib/process/env.ts'

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
