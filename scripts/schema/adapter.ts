import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import type { FieldDef, Pool, QueryResult } from 'pg'

type Connection = Awaited<ReturnType<PrismaPg['connect']>>

const ONE_LETTER = 18 // the system catalogues' type "char"
const TEXT = 25

/** Prisma's adapter for PostgreSQL, mended for the schema engine. */
export class EngineAdapter extends PrismaPg {
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
