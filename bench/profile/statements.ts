import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds between two looks at the backends. */
const INTERVAL = 20

type Watched = {
  /** What the backends at work did: the processor, or what they waited for. */
  waits: [string, number][]
  /** The same time by what the statements write or read. */
  work: [string, number][]
  /** A line for each statement, by the time in it. */
  statements: string[]
}

/** Looks at the backends of a database, and adds up its statements, until it is told to end. */
export async function watchStatements(
  adminUrl: string,
  database: string,
): Promise<{ end(): Promise<Watched> }> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
  await client.query('SELECT pg_stat_statements_reset()')
  const waits = new Map<string, number>()
  const work = new Map<string, number>()
  let over = false
  const watching = (async () => {
    while (!over) {
      const { rows } = await client.query<{ query: string; wait: string | null }>(
        `SELECT query, wait_event_type || ': ' || wait_event AS wait FROM pg_stat_activity
         WHERE datname = $1 AND state = 'active' AND pid <> pg_backend_pid()`,
        [database],
      )
      for (const { query, wait } of rows) {
        count(waits, wait ?? 'processor')
        count(work, nameOf(query))
      }
      await sleep(INTERVAL)
    }
  })()
  return {
    async end() {
      over = true
      await watching
      const { rows } = await client.query<Row>(
        `SELECT query, calls::float8 AS calls, total_exec_time AS time, wal_bytes::float8 AS wal,
                sum(total_exec_time) OVER () AS all
         FROM pg_stat_statements JOIN pg_database ON oid = dbid WHERE datname = $1 ORDER BY 3 DESC LIMIT 12`,
        [database],
      )
      await client.end()
      return { waits: sharesOf(waits), work: sharesOf(work), statements: rows.map(lineOf) }
    },
  }
}

type Row = { query: string; calls: number; time: number; wal: number; all: number }

function lineOf({ query, calls, time, wal, all }: Row): string {
  const share = ((time / all) * 100).toFixed(1)
  return `${share} %  ${calls} times, ${(time / calls).toFixed(2)} ms and ${Math.round(wal / calls)} bytes of WAL each  ${nameOf(query)}`
}

/** The tables that a statement writes, else those that it reads. */
function nameOf(query: string): string {
  const tables = (pattern: RegExp) => [...new Set([...query.matchAll(pattern)].map(([, table]) => table))]
  const written = tables(/(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(?:public"?\.)?"?([a-z_.]+)/g).filter(
    (table) => table !== 'of',
  )
  if (written.length > 0) return `writes ${written.join(', ')}`
  const read = tables(/(?:FROM|JOIN)\s+"?(?:public"?\.)?"?([a-z_.]+)/g)
  return read.length > 0 ? `reads ${read.join(', ')}` : query.slice(0, 40)
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function sharesOf(counts: Map<string, number>): [string, number][] {
  const all = [...counts.values()].reduce((sum, each) => sum + each, 0)
  return [...counts].map(([name, each]): [string, number] => [name, each / all]).sort((a, b) => b[1] - a[1])
}
