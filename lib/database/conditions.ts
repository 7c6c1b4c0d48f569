/** A part of a WHERE clause with its values, each for a `?`. Column names come from the code, values never do. */
export type Condition = {
  sql: string
  values: unknown[]
  /** The column that the condition is about, if the counters know it, and the bounds if that column is a time. */
  about?: { column: string; from?: number; to?: number }
  /** The opposite condition, if few rows meet it: the counters count all rows and subtract these. */
  except?: Condition
}

/** `column = value`, left out when there is no value. */
export function equal(column: string, value: unknown): Condition[] {
  return value === undefined ? [] : [{ sql: `${column} = ?`, values: [value], about: { column } }]
}

/**
 * `column = value` whatever the case of both, left out when there is no value. The database lowers both, since not every
 * database lowers the letters that JavaScript does.
 */
export function equalInAnyCase(column: string, value: string | undefined): Condition[] {
  return value === undefined ? [] : [{ sql: `lower(${column}) = lower(?)`, values: [value] }]
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

/** Text that begins with the input, whose wildcards are escaped. */
export function prefix(column: string, value: string | undefined): Condition[] {
  if (value === undefined || value === '') return []
  return [{ sql: `${column} LIKE ?`, values: [`${likeText(value)}%`] }]
}

/** Text that begins with the input whatever the case of both. */
export function prefixInAnyCase(column: string, value: string | undefined): Condition[] {
  if (value === undefined || value === '') return []
  return [{ sql: `lower(${column}) LIKE lower(?)`, values: [`${likeText(value)}%`] }]
}

/** `column IS NULL`. */
export function missing(column: string): Condition[] {
  return [{ sql: `${column} IS NULL`, values: [] }]
}

/** A condition that any of the given ones meets; without any, no row meets it. */
export function anyOf(conditions: Condition[]): Condition[] {
  if (conditions.length === 0) return []
  return [
    {
      sql: `(${conditions.map((condition) => condition.sql).join(' OR ')})`,
      values: conditions.flatMap((condition) => condition.values),
    },
  ]
}

/** A text with its wildcards escaped for LIKE. */
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

/** Any of the bank references, by their names in `acquirer_data`. */
export function bankReference(names: readonly string[], reference: string | undefined): Condition[] {
  if (!reference) return []
  // One condition for each name, since the index does not serve ANY. It contains only records with data.
  return anyOf(
    names.map((name) => ({
      sql: "(acquirer_data @> ?::jsonb AND acquirer_data <> '{}')",
      values: [JSON.stringify({ [name]: reference })],
    })),
  )
}

/** All of the given conditions as one; true without any. */
export function all(conditions: Condition[]): Condition {
  return {
    sql: conditions.map((condition) => condition.sql).join(' AND ') || 'true',
    values: conditions.flatMap((condition) => condition.values),
  }
}

/** Replaces each `?` with the numbered parameter of PostgreSQL. */
export function numbered({ sql, values }: Condition): Condition {
  let index = 0
  return { sql: sql.replace(/\?(?!\|)/g, () => `$${++index}`), values }
}
