import type pg from 'pg'

export type Row = Record<string, unknown>

/** Inserts many rows with one statement. All have the columns of the first; others take their default. */
export async function insertRows(pool: pg.Pool, table: string, rows: Row[]): Promise<void> {
  const first = rows[0]
  if (!first) return
  const columns = Object.keys(first).join(', ')
  const source = `jsonb_populate_recordset(NULL::${table}, $1::jsonb)`
  await pool.query(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${source}`, [
    JSON.stringify(rows),
  ])
}

/** Settings for a quick load: only a crash loses data, after which it begins again. */
const FAST = `SET synchronous_commit = off; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB';
  SET synchronize_seqscans = off`

/** How many statements of a load run at a time. */
const LANES = 2

type Work = (client: pg.PoolClient) => Promise<unknown>

/** Runs statements of a load, as many at a time as there are lanes. */
export async function load(pool: pg.Pool, works: Work[]): Promise<void> {
  const waiting = [...works]
  const lane = async () => {
    const client = await pool.connect()
    try {
      await client.query(FAST)
      for (let work = waiting.shift(); work; work = waiting.shift()) await work(client)
    } finally {
      // It doesn't go back to the pool, since its settings are those of a load.
      client.release(true)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Fills tables while their indexes (not their keys) are away, which takes a third of the time, and has all analyzed. */
export async function withoutIndexes(
  pool: pg.Pool,
  tables: string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT index.relname AS name, pg_get_indexdef(index.oid) AS definition
     FROM pg_index JOIN pg_class index ON index.oid = indexrelid JOIN pg_class held ON held.oid = indrelid
     WHERE held.relname = ANY($1) AND held.relnamespace = 'public'::regnamespace AND NOT indisunique`,
    [tables],
  )
  for (const { name } of rows) await pool.query(`DROP INDEX "${name}"`)
  await fill()
  await load(
    pool,
    rows.map(
      ({ definition }) =>
        (client) =>
          client.query(definition),
    ),
  )
  await load(
    pool,
    tables.map((table) => (client) => client.query(`VACUUM (FREEZE, ANALYZE) ${table}`)),
  )
}
