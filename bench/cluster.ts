import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { parentOf } from '#bench/processor.ts'
import { openLocalDatabase } from '#scripts/database.ts'
import { migrate } from '#scripts/migrate.ts'

export const DATA_DIR = '.test/bench'

/** The bench's own PostgreSQL, durable as in production, with one database for each kind of data. */
export type Cluster = {
  /** For what only the superuser may see. */
  adminUrl: string
  /** The process id of the postmaster, whose children are the backends. */
  postmaster: number
  /** An empty, migrated database. Returns its address. */
  fresh(name: string): Promise<string>
  /**
   * A migrated database that is filled once and kept, for as long as the schema and the filling code stay the same.
   * @returns its address, and how many seconds the filling took
   */
  stored(name: string, fill: (url: string) => Promise<void>): Promise<Stored>
  /** A copy of a database without connections. Returns its address. */
  copy(url: string, name: string): Promise<string>
  drop(name: string): Promise<void>
  /** Writes out everything dirty, so that each stretch begins alike. */
  checkpoint(): Promise<void>
  stop(): Promise<void>
}

type Stored = { url: string; filledIn: number }

/**
 * Starts the cluster in .test/bench, which it makes when it is not there.
 * @param preload a library that PostgreSQL loads at its start, for this run
 */
export async function openCluster(preload = ''): Promise<Cluster> {
  let { database, admin } = await openServer()
  const { rows } = await admin.query<{ shared_preload_libraries: string }>('SHOW shared_preload_libraries')
  if (rows[0]?.shared_preload_libraries !== preload) {
    await admin.query(
      preload === ''
        ? 'ALTER SYSTEM RESET shared_preload_libraries'
        : `ALTER SYSTEM SET shared_preload_libraries = '${preload}'`,
    )
    await admin.end()
    await database.stop()
    ;({ database, admin } = await openServer())
  }
  const backend = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')

  const drop = async (name: string) =>
    void (await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))

  async function create(name: string): Promise<string> {
    await drop(name)
    await admin.query(`CREATE DATABASE ${name} OWNER counterfoil`)
    const url = address(database.url, name)
    await migrate(url)
    return url
  }

  async function names(pattern: string): Promise<string[]> {
    const { rows } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE datname ~ $1',
      [pattern],
    )
    return rows.map(({ datname }) => datname)
  }

  /** How long the filling of a kept database took; undefined when there is none. */
  async function secondsOf(name: string): Promise<number | undefined> {
    const { rows } = await admin.query<{ seconds: string | null }>(
      `SELECT shobj_description(oid, 'pg_database') AS seconds FROM pg_database WHERE datname = $1`,
      [name],
    )
    return rows[0] && Number(rows[0].seconds)
  }

  return {
    adminUrl: database.adminUrl,
    postmaster: parentOf(backend.rows[0]?.pid ?? 0),
    fresh: create,
    async stored(name, fill) {
      const full = `${name}_${stamp()}`
      const known = await secondsOf(full)
      if (known !== undefined) return { url: address(database.url, full), filledIn: known }
      for (const old of await names(`^${name}_[0-9a-f]{8}$`)) await drop(old)
      // Filled under another name, so that the remains of a broken run are never taken for a whole database.
      const unfinished = await create(`${name}_unfinished`)
      const begun = performance.now()
      await fill(unfinished)
      const filledIn = (performance.now() - begun) / 1000
      // Beside the database, so that later runs can say it as well.
      await admin.query(`COMMENT ON DATABASE ${name}_unfinished IS '${filledIn}'`)
      await admin.query(`ALTER DATABASE ${name}_unfinished RENAME TO ${full}`)
      return { url: address(database.url, full), filledIn }
    },
    async copy(url, name) {
      await drop(name)
      const template = new URL(url).pathname.slice(1)
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY OWNER counterfoil`)
      return address(database.url, name)
    },
    drop,
    checkpoint: async () => void (await admin.query('CHECKPOINT')),
    async stop() {
      await admin.end()
      await database.stop()
    },
  }
}

async function openServer() {
  const database = await openLocalDatabase({ dataDir: DATA_DIR, durable: true, say: console.error })
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  return { database, admin }
}

function address(url: string, name: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${name}`
  return parsed.href
}

/** Changes with the schema and with the code that fills. */
function stamp(): string {
  const hash = createHash('sha256')
  for (const file of globSync(['prisma/migrations/*/migration.sql', 'bench/data/*.ts']).sort())
    hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 8)
}
