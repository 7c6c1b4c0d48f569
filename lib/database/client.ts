import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '#lib/generated/prisma/client.ts'
import { kindOfError, observer } from '#lib/metrics/observer.ts'
import { env } from '#lib/process/env.ts'
import { processOf, type Query } from './query.ts'

export type Database = {
  /** Reads of pages and ordinary writes. */
  prisma: PrismaClient
  /** The pool underneath, for the hot paths that are one statement of SQL. BIGINT comes out as a number. */
  pool: pg.Pool
  /** Every pool of this process by its name, for metrics. */
  pools: { main: pg.Pool; joined: pg.Pool }
  query: Query
  /** The same on connections whose plans use indexes, for joined reads and writes. */
  joined: Query
  close(): Promise<void>
}

/**
 * How long a statement of the server may take, in milliseconds. A database that hangs (a stopped process, a dead network)
 * then costs a caller this long and a 503, instead of a response that never comes.
 */
const STATEMENT_MS = 30_000

/**
 * Opens a database: one pool that Prisma and plain SQL share.
 * @param timeout of each statement, in milliseconds: for callers who wait. The connection is given up with it.
 */
export function openDatabase(url: string, size = 10, timeout?: number): Database {
  const pool = openPool(url, size, timeout)
  const joined = openPool(url, JOINED, timeout, (client) => client.query(planningOn(client)))
  let prisma: PrismaClient | undefined
  return {
    // Made by its first use: the hot paths do without it, and a start should not wait for it.
    get prisma() {
      prisma ??= new PrismaClient({
        adapter: new PrismaPg(pool, { statementNameGenerator: nameStatement }),
        transactionOptions: { maxWait: 10_000, timeout: 15_000 },
      })
      return prisma
    },
    pool,
    pools: { main: pool, joined },
    query: on(pool),
    joined: on(joined),
    async close() {
      // Prisma has no connections but these. Its own disconnecting would load its engine, if nothing has.
      if (!pool.ended) await pool.end()
      if (!joined.ended) await joined.end()
    },
  }
}

/**
 * Runs statements on a pool, prepared by their text. The pool's own `query` closes the connection with every error, and
 * all its plans are made again on the next one; here a write that a guard or a constraint rejects leaves it open.
 */
function on(pool: pg.Pool): Query {
  return async <Row>(text: string, values: unknown[]) => {
    const client = await pool.connect()
    client.on('error', ignored)
    let isBroken = false
    try {
      return await client.query<pg.QueryResultRow & Row>({
        name: nameStatement({ sql: text }),
        text,
        values,
      })
    } catch (error) {
      isBroken = !isRejection(error)
      throw error
    } finally {
      client.off('error', ignored)
      client.release(isBroken)
    }
  }
}

/** The statement that is running fails with the connection; without a listener it would end the process as well. */
const ignored = () => {}

/** Of the values, of a constraint, or of a concurrent transaction. After any other error a new connection is safer. */
function isRejection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|40)/.test(error.code ?? '')
}

/**
 * The most connections for joined reads and writes, opened as they are needed: three each for joined reads, for reads that
 * cannot be joined and for joined writes, or ten where each write is made alone (reader.ts, writer.ts).
 */
const JOINED = 10

/**
 * How joined reads and writes are planned: by indexes, whatever the size of the tables. Their plans are made once for
 * each connection, often while the tables are small, and a plan that scans a table gets slower with each row. Where
 * PostgreSQL may choose, it plans a joined read of up to twenty again each time, which takes longer than the read.
 * Nothing is compiled: PostgreSQL 16 and 17 add ten billion to the cost of a plan for each scan that is off, and would compile
 * such a plan for seconds.
 */
const PLANNING = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
}

/** A statement that sets how to plan, where the connection is its own. */
function planningOn(client: pg.ClientBase): string {
  const own = `pg_backend_pid() = ${processOf(client)}`
  const settings = Object.entries(PLANNING).map(
    ([name, value]) => `CASE WHEN ${own} THEN set_config('${name}', '${value}', false) END`,
  )
  return `SELECT ${settings.join(', ')}`
}

function openPool(
  url: string,
  size: number,
  timeout: number | undefined,
  onConnect?: (client: pg.ClientBase) => Promise<unknown>,
): pg.Pool {
  const pool = new pg.Pool({
    Client: WritableClient,
    connectionString: url,
    max: size,
    types: { getTypeParser },
    application_name: 'counterfoil pool',
    connectionTimeoutMillis: 5000,
    ...(timeout === undefined ? {} : { query_timeout: timeout }),
    ...(onConnect === undefined ? {} : { onConnect: async (client) => void (await onConnect(client)) }),
  })
  // A failover leaves connections to a server that only reads: each ends when it is released, and the next one may
  // find the new primary.
  pool.on('release', (_, client) => {
    // The pool makes its clients with the class that it was given.
    if ((client as unknown as WritableClient).readOnly) void client.end().catch(() => {})
  })
  // A connection that dies while it idles (the database restarted) is replaced by the pool; without a listener it
  // would end the process.
  pool.on('error', () => {})
  return pool
}

/** A connection that knows whether its server takes writes. */
class WritableClient extends pg.Client {
  readOnly = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // pg has the connection on the client, and not in its types.
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    // PostgreSQL 14 and later announce a change of these; every version says 25006 to a write.
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby' || parameterName === 'default_transaction_read_only')
        this.announced.set(parameterName, parameterValue === 'on')
      this.readOnly = [...this.announced.values()].includes(true)
    })
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === '25006') this.readOnly = true
    })
  }

  private readonly announced = new Map<string, boolean>()
}

type AnyQuery = (this: pg.Client, ...given: never[]) => unknown

/** Has each statement that is waited for observed, where someone looks. Assigned, since pg declares many forms of it. */
const observedQuery: AnyQuery = function (...given) {
  const [statement] = given as unknown as [string | { text?: string }]
  const text = typeof statement === 'string' ? statement : statement.text
  const watched = text === undefined ? undefined : observer()?.statement?.({ text })
  const running = (pg.Client.prototype.query as AnyQuery).apply(this, given)
  // The forms with a callback return nothing. The caller sees a failure in the promise itself.
  if (watched && running instanceof Promise)
    running.then(
      () => watched.end({ error: null }),
      (error: unknown) => watched.end({ error: kindOfError(error) }),
    )
  return running
}
WritableClient.prototype.query = observedQuery as typeof pg.Client.prototype.query

/** The database of this process. On globalThis, since Next bundles routes apart and each would open its own. */
export function database(): Database {
  globals.counterfoilDatabase ??= openDatabase(
    requiredUrl(),
    env().DATABASE_POOL,
    globals.counterfoilStatementLimit,
  )
  return globals.counterfoilDatabase
}
const globals = globalThis as {
  counterfoilDatabase?: Database | undefined
  counterfoilStatementLimit?: number | undefined
}

/** Limits every statement of this process, since callers wait for them. To be called before anything opens the database. */
export function limitStatements(): void {
  globals.counterfoilStatementLimit = STATEMENT_MS
}

/** Closes the database of this process, if one was opened. */
export async function closeDatabase(): Promise<void> {
  const open = globals.counterfoilDatabase
  globals.counterfoilDatabase = undefined
  await open?.close()
}

function requiredUrl(): string {
  const url = env().DATABASE_URL
  if (!url)
    throw new Error(
      'DATABASE_URL is not set. Start with `npm start`, which brings its own database, or set it.',
    )
  return url
}

/**
 * Prepared statements, named by their text, so that the server plans each shape once a connection. One that looks into JSON
 * or for the beginning of a text is planned for its values each time: without them PostgreSQL takes a hundredth of the
 * table for found and has no beginning to look up, and reads all of a large table for the few rows that there are.
 */
function nameStatement(query: { sql: string }): string {
  if (isPlannedForValues(query.sql)) return ''
  let name = names.get(query.sql)
  if (name === undefined) {
    name = `p${names.size}`
    if (names.size < 2000) names.set(query.sql, name)
    else name = ''
  }
  return name
}
const names = new Map<string, string>()

export function isPlannedForValues(sql: string): boolean {
  return sql.includes(' @> ') || sql.includes(' LIKE ')
}

/** int8 (oid 20) as a safe number; everything else as pg has it. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === 20) {
    return (text: string) => {
      const value = Number(text)
      if (!Number.isSafeInteger(value)) throw new Error(`The integer ${text} is too large to be exact.`)
      return value
    }
  }
  return pg.types.getTypeParser(oid, format as 'text')
}
