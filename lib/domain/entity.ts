import type { z } from 'zod'
import { all, type Condition, equal, numbered } from '#lib/database/conditions.ts'
import { columnPiecesOf, type EntityColumn, type Piece } from '#lib/domain/entity-columns.ts'
import { type Context, JsonText } from '#lib/pipeline/operation.ts'

/** An entity of the API whose properties are columns of one table, and how its JSON is made of them. */
export type Entity = {
  table: string
  schema: z.ZodType
  /**
   * The JSON of each selected row, in order: the same bytes that the schema would produce.
   * @param from what follows the columns in a SELECT, with its values for `?`
   */
  read(context: Context, from: Condition): Promise<string[]>
}

/**
 * Separates two values of a row. JSON does not escape it, so all values of a page are escaped with one call of
 * `JSON.stringify`. If a value contains it, the number of values is wrong and the page is read as rows.
 */
const SEPARATOR = '\x7f'
/** Replaces NULL. If a value is equal to it, the number of NULLs is wrong and the page is read as rows. */
const NULL = '~'

/**
 * An entity by the schema of its output. Creating objects from rows is most of the cost of a list, so the database
 * sends the columns of a page as one text, from which the JSON is composed.
 * @param computed the SQL of properties that have no column
 */
export function entityOf(
  table: string,
  schema: z.ZodType,
  computed: Partial<Record<string, string>> = {},
): Entity {
  const { pieces, end } = columnPiecesOf(schema, computed)
  const texts = pieces.map(({ column }) => column).filter(isText)
  const documents = pieces.map(({ column }) => column).filter((column) => !isText(column))
  const selection = selectionOf(texts, documents)
  return {
    table,
    schema,
    async read(context, from) {
      const page = numbered({
        sql: `SELECT ${selection.outer} FROM (SELECT ${selection.inner} ${from.sql}) AS page`,
        values: from.values,
      })
      const [found] = await context.rows<Record<string, string | null>>(page.sql, page.values)
      if (!found || found.line === null) return []
      return write(pieces, end, found, texts.length) ?? readRows(context, schema, from)
    },
  }
}

/** One entity of the account by its id, as its JSON; null when there is none. */
export async function findEntity(
  context: Context,
  entity: Entity,
  id: string,
  conditions: Condition[] = [],
): Promise<JsonText | null> {
  const where = all([...equal('account_id', context.account.id), ...equal('id', id), ...conditions])
  const [text] = await entity.read(context, {
    sql: `FROM ${entity.table} WHERE ${where.sql}`,
    values: where.values,
  })
  return text === undefined ? null : new JsonText(text)
}

/** Rows whose values cannot be separated in one text. */
async function readRows(context: Context, schema: z.ZodType, from: Condition): Promise<string[]> {
  const { sql, values } = numbered({ sql: `SELECT * ${from.sql}`, values: from.values })
  const rows = await context.rows(sql, values)
  return rows.map((row) => JSON.stringify(schema.parse(row)))
}

function isText({ kind }: EntityColumn): boolean {
  return kind === 'string' || kind === 'integer' || kind === 'boolean'
}

function selectionOf(texts: EntityColumn[], documents: EntityColumn[]): { inner: string; outer: string } {
  const nullable = texts.filter((column) => column.nullable).map(({ sql }) => sql)
  const nulls = nullable.length === 0 ? '0' : `num_nulls(${nullable.join(', ')})`
  const values = texts.map((column) =>
    column.nullable
      ? `COALESCE(${column.sql}${column.kind === 'string' ? '' : '::text'}, '${NULL}')`
      : column.sql,
  )
  const separator = `E'\\x7f'`
  return {
    inner: [
      `concat_ws(${separator}, ${[...values, nulls].join(', ')}) AS line`,
      ...documents.map(({ name, sql, kind }) =>
        kind === 'pairs' ? `${sql} AS ${name}` : `COALESCE(to_json(${sql}), 'null') AS ${name}`,
      ),
    ].join(', '),
    outer: [
      `string_agg(line, ${separator}) AS line`,
      ...documents.map(({ name }) => `string_agg(${name}::text, ',') AS ${name}`),
    ].join(', '),
  }
}

/** @returns null if the values cannot be separated */
function write(
  pieces: Piece[],
  end: string,
  found: Record<string, string | null>,
  width: number,
): string[] | null {
  const values = JSON.stringify(found.line).slice(1, -1).split(SEPARATOR)
  const count = values.length / (width + 1)
  const documents = pieces.map(({ column }) =>
    isText(column) ? null : documentsOf(column, found[column.name] ?? null),
  )
  if (!Number.isInteger(count) || documents.some((texts) => texts && texts.length !== count)) return null
  const rows: string[] = []
  let at = 0
  for (let row = 0; row < count; row += 1) {
    let text = ''
    let nulls = 0
    for (let index = 0; index < pieces.length; index += 1) {
      const { before, column } = pieces[index] as Piece
      const value = documents[index]?.[row] ?? jsonOf(column, values[at++] as string)
      text += before + value
      if (value === 'null' && isText(column)) nulls += 1
    }
    if (values[at++] !== String(nulls)) return null
    rows.push(text + end)
  }
  return rows
}

/** A value of the text, in which quotes and control characters are escaped. */
function jsonOf({ kind, nullable }: EntityColumn, value: string): string {
  if (nullable && value === NULL) return 'null'
  if (kind === 'string') return `"${value}"`
  if (kind === 'integer') return value
  return value === 't' ? 'true' : 'false'
}

/** The values of a JSON column in all rows, as the schema writes them. */
function documentsOf({ kind, schema, name, optional }: EntityColumn, joined: string | null): string[] {
  const parsed = JSON.parse(`[${joined ?? ''}]`) as unknown[]
  const own = (value: unknown) => JSON.stringify(schema.parse(value))
  if (optional) return parsed.map((value) => (value === null ? '' : `,${JSON.stringify(name)}:${own(value)}`))
  if (kind === 'json') return parsed.map(own)
  // The schema of pairs changes only the empty object.
  const empty = own({})
  return parsed.map((value) => {
    const text = JSON.stringify(value)
    return text === '{}' ? empty : text
  })
}
