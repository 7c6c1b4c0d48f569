/**
 * Prisma's own schema engine, in its WebAssembly build: it compares a database with prisma/schema, for `npm run migration`
 * and a test. The command line of Prisma downloads a native engine; this one comes from npm like everything else. It applies
 * no migrations: a first start took 490 ms and 310 ms of processor time with it, and takes 190 and 7 without.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { FieldDef, Pool, QueryResult } from 'pg'

type Connection = Awaited<ReturnType<PrismaPg['connect']>>

const ONE_LETTER = 18 // the system catalogues' type "char"
const TEXT = 25

/** Prisma's adapter for PostgreSQL, mended for the schema engine. */
class EngineAdapter extends PrismaPg {
  #pools: Pool[] = []

  constructor(databaseUrl: string) {
    super({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 })
  }

  override async connect(): Promise<Connection> {
    const connection = await super.connect()
    this.#pools.push(connection.underlyingDriver())
    readOneLetterColumns(connection)
    return connection
  }

  /** The engine forgets its connections without closing them. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()))
  }
}

/**
 * The adapter rejects columns of type "char", which the engine selects: read as text, then declared with their type.
 */
function readOneLetterColumns(connection: Connection): void {
  const pool = connection.underlyingDriver()
  const query = pool.query.bind(pool) as (request: unknown) => Promise<QueryResult>
  const queryRaw = connection.queryRaw.bind(connection)
  let letters: FieldDef[] = []
  let fields: FieldDef[] = []
  pool.query = (async (request: unknown) => {
    const result = await query(request)
    fields = result.fields ?? []
    letters = fields.filter((field) => field.dataTypeID === ONE_LETTER)
    for (const field of letters) field.dataTypeID = TEXT
    return result
  }) as typeof pool.query
  connection.queryRaw = async (request) => {
    const result = await queryRaw(request)
    for (const field of letters) result.columnTypes[fields.indexOf(field)] = ColumnTypeEnum.Character
    return result
  }
}

const SCHEMA_FOLDER = resolve('prisma/schema')

const FILTERS = { externalTables: [], externalEnums: [] }

/** The SQL that takes the live database to prisma/schema; empty when they agree. */
export async function differenceSql(databaseUrl: string): Promise<string> {
  return await withEngine(databaseUrl, async (engine) => {
    const { exitCode, stdout } = await engine.diff({
      // The live database: the engine reaches it through the adapter, whatever the schema says.
      from: { tag: 'schemaDatasource', files: schemaFiles(), configDir: SCHEMA_FOLDER },
      to: { tag: 'schemaDatamodel', files: schemaFiles() },
      script: true,
      exitCode: true,
      filters: FILTERS,
    })
    return exitCode === 0 ? '' : (stdout ?? '')
  })
}

function schemaFiles(): { path: string; content: string }[] {
  const names = readdirSync(SCHEMA_FOLDER).filter((name) => name.endsWith('.prisma'))
  return names.sort().map((name) => {
    const path = join(SCHEMA_FOLDER, name)
    return { path, content: readFileSync(path, 'utf8') }
  })
}

async function withEngine<Result>(
  databaseUrl: string,
  use: (engine: bindings.SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await loadEngine()
  const adapter = new EngineAdapter(databaseUrl)
  const datamodels = schemaFiles().map(({ path, content }): [string, string] => [path, content])
  const engine = await bindings.SchemaEngine.new(
    { datamodels },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  )
  try {
    return await use(engine)
  } catch (error) {
    throw new Error(explain(error), { cause: error })
  } finally {
    engine.free()
    await adapter.close()
  }
}

/** On globalThis: the package keeps the memory of one instance, and a second in the same process breaks both. */
const globals = globalThis as { schemaEngine?: Promise<void> }

/** The package expects a bundler to import its .wasm file; in plain Node it is instantiated here, once. */
function loadEngine(): Promise<void> {
  globals.schemaEngine ??= (async () => {
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => console.error(text) },
    })
    const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm')
    const bytes = readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'))
    const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings as never })
    bindings.__wbg_set_wasm(instance.exports)
    const start = instance.exports.__wbindgen_start as () => void
    start()
  })()
  return globals.schemaEngine
}

/** The engine reports the message for people in `user_facing_error.message`, or as text. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const reported = (error as { user_facing_error?: { message?: string } }).user_facing_error?.message
  return reported ?? error.message
}
