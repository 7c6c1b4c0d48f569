/** A part of a WHERE clause with its values, each at a `?`. Column names come from the code, values never do. */
export type Condition = {
  sql: string
  values: unknown[]
  /** The one column that it is about, where the counters can tell, and its bounds where that is a time. */
  about?: { column: string; from?: number; to?: number }
  /** The opposite, where it is true of few rows: the counters count all rows, and then these off. */
  except?: Condition
}

/** `column = value`, left out when there is no value. */
export function equal(column: string, value: unknown): Condition[] {
  return value === undefined ? [] : [{ sql: `${column} = ?`, values: [value], about: { column } }]
}

/** `column >= value`, and likewise `<=`. */
export function bound(column: string, sign: '>=' | '<=', value: number | undefined): Condition[] {
  if (value === undefined) return []
  const about = { column, ...(sign === '>=' ? { from: value } : { to: value }) }
  return [{ sql: `${column} ${sign} ?`, values: [value], about }]
}

/** `column IN (values)`, left out when the list is empty. */
export function among(column: string, values: string[] | undefined): Condition[] {
  return values === undefined || values.length === 0
    ? []
    : [{ sql: `${column} = ANY(?::text[])`, values: [values], about: { column } }]
}

/** Text that begins with what was typed; the wildcards in it mean themselves. */
export function prefix(column: string, value: string | undefined): Condition[] {
  if (value === undefined || value === '') return []
  return [{ sql: `${column} LIKE ?`, values: [`${likeText(value)}%`] }]
}

/** `column IS NULL`. */
export function missing(column: string): Condition[] {
  return [{ sql: `${column} IS NULL`, values: [] }]
}

/** One condition that any of some fulfils; none of them is none. */
export function anyOf(conditions: Condition[]): Condition[] {
  if (conditions.length === 0) return []
  return [
    {
      sql: `(${conditions.map((condition) => condition.sql).join(' OR ')})`,
      values: conditions.flatMap((condition) => condition.values),
    },
  ]
}

/** A text as LIKE takes it, with its wildcards meaning themselves. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A pair of notes, or only its key. */
export function note(key: string | undefined, value: string | undefined): Condition[] {
  if (!key) return []
  // The index holds only records with notes.
  if (!value) return [{ sql: "(notes ?| ?::text[] AND notes <> '{}')", values: [[key]] }]
  return [{ sql: "(notes @> ?::jsonb AND notes <> '{}')", values: [JSON.stringify({ [key]: value })] }]
}

/** Any of the references that banks quote, by the names that they have in `acquirer_data`. */
export function bankReference(names: readonly string[], reference: string | undefined): Condition[] {
  if (!reference) return []
  // One condition for each name, since the index serves no ANY; it holds only records with data.
  return anyOf(
    names.map((name) => ({
      sql: "(acquirer_data @> ?::jsonb AND acquirer_data <> '{}')",
      values: [JSON.stringify({ [name]: reference })],
    })),
  )
}

/** One condition that all of some make; without any it is true. */
export function all(conditions: Condition[]): Condition {
  return {
    sql: conditions.map((condition) => condition.sql).join(' AND ') || 'true',
    values: conditions.flatMap((condition) => condition.values),
  }
}

/** Numbers the places of the values as PostgreSQL wants them. */
export function numbered({ sql, values }: Condition): Condition {
  let index = 0
  return { sql: sql.replace(/\?(?!\|)/g, () => `$${++index}`), values }
}
