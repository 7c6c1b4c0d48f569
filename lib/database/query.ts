/**
 * One statement of plain SQL on the pool, prepared by its text. The caller names the rows that it returns, by the columns
 * of the Prisma models: `query<Columns<approvals, 'id' | 'status'>>(...)`.
 */
export type Query = <Row = Record<string, unknown>>(
  text: string,
  values: unknown[],
) => Promise<{ rows: Row[] }>

/** Columns of a table as plain SQL returns them: a BIGINT is a number from the pool, and a bigint within a transaction. */
export type Columns<Table, Name extends keyof Table> = { [Each in Name]: Stored<Table[Each]> }

/** The same of a table that is joined and may have no row. */
export type MaybeColumns<Table, Name extends keyof Table> = { [Each in Name]: Stored<Table[Each]> | null }

type Stored<Value> = Value extends bigint ? number | bigint : Value

/** A query for one row, its values at `?`. `lock` names the alias of the table whose row a transaction locks. */
export type Part = { sql: string; values: unknown[]; lock?: string }

/** The rows of one statement, wherever it runs: of an operation, within its transaction when there is one. */
export type Rows = <Row = Record<string, unknown>>(text: string, values: unknown[]) => Promise<Row[]>

export function rowsOf(query: Query): Rows {
  return async <Row>(text: string, values: unknown[]) => (await query<Row>(text, values)).rows
}

type Client = { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }

/** On a client or a pool of pg, for statements that need no preparing. */
export function queryOn(client: Client): Query {
  return async <Row>(text: string, values: unknown[]) => ({
    rows: (await client.query(text, values)).rows as Row[],
  })
}

/**
 * The process of PostgreSQL that a connection began with. A pooler makes up a number of its own: its connections are shared,
 * so nothing may be set on them beyond a transaction.
 */
export function processOf(client: object): number {
  // pg has it on the client, and not in its types.
  return (client as unknown as { processID: number }).processID
}
