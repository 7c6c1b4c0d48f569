import { z } from 'zod'
import type { Context } from '#lib/operation.ts'

/** A part of a WHERE clause with its values. Column names come from the code, values never do. */
export type Condition = { sql: string; values: unknown[] }

/** `column = value`, left out when there is no value. */
export function equal(column: string, value: unknown): Condition[] {
  return value === undefined || value === '' ? [] : [{ sql: `${column} = ?`, values: [value] }]
}

/** `column >= value`, and likewise `<=`. */
export function bound(column: string, sign: '>=' | '<=', value: number | undefined): Condition[] {
  return value === undefined ? [] : [{ sql: `${column} ${sign} ?`, values: [value] }]
}

/** `column IN (values)`, left out when the list is empty. */
export function among(column: string, values: string[] | undefined): Condition[] {
  return values === undefined || values.length === 0
    ? []
    : [{ sql: `${column} = ANY(?::text[])`, values: [values] }]
}

/** Text that begins with what was typed; the wildcards in it mean themselves. */
export function prefix(column: string, value: string | undefined): Condition[] {
  if (value === undefined || value === '') return []
  return [{ sql: `${column} LIKE ?`, values: [`${likeText(value)}%`] }]
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
  if (!value) return [{ sql: 'jsonb_exists(notes, ?)', values: [key] }]
  return [{ sql: 'notes @> ?::jsonb', values: [JSON.stringify({ [key]: value })] }]
}

/** The members of an input that say which page of a list is meant: so many rows after, or before, one of them. */
export const PAGE = {
  count: z.int().min(1).max(100).default(25),
  after: z.string().optional(),
  before: z.string().optional(),
}

/** The members of an output that a page of a list has beside its rows. */
export const PAGED = {
  total: z.int(),
  sum: z.int(),
  currency: z.string(),
  has_newer: z.boolean(),
  has_older: z.boolean(),
  /** How many of what the filter finds stand above the first of the page. */
  above: z.int(),
}

export type Window = { count: number; after?: string | undefined; before?: string | undefined }
export type Browsed<R> = { rows: R[]; total: number; sum: number; hasNewer: boolean; hasOlder: boolean }

/**
 * One page of a filtered table, newest first, with the exact count and sum of everything that the filter finds.
 * The page is entered by the index at the cursor; one row more than asked tells whether there is another page.
 * @param summed the column that is added up; null for a table without one, whose sum is 0
 * @param most where counting ends, for tables that are too long to be counted for every look at them
 */
export async function browse<R extends { id: string }>(
  context: Context,
  table: string,
  conditions: Condition[],
  window: Window,
  summed: string | null = 'amount',
  most?: number,
): Promise<Browsed<R>> {
  const scoped = [{ sql: 'account_id = ?', values: [context.account.id] }, ...conditions]
  const upwards = window.before !== undefined
  const cursor = window.before ?? window.after
  const edge = cursor === undefined ? [] : [beyond(context, table, cursor, upwards)]
  const rows = await rowsOf<R>(
    context,
    table,
    [...scoped, ...edge],
    upwards ? 'ASC' : 'DESC',
    window.count + 1,
  )
  const all = place(scoped)
  const among =
    most === undefined ? table : `(SELECT * FROM ${table} WHERE ${all.sql} LIMIT ${most}) AS first`
  const [found] = await context.tables.$queryRawUnsafe<{ total: bigint; sum: bigint | null }[]>(
    `SELECT count(*) AS total, ${summed === null ? '0' : `sum(${summed})`}::bigint AS sum FROM ${among}${most === undefined ? ` WHERE ${all.sql}` : ''}`,
    ...all.values,
  )
  const more = rows.length > window.count
  const kept = rows.slice(0, window.count)
  return {
    rows: upwards ? kept.reverse() : kept,
    total: Number(found?.total ?? 0),
    sum: Number(found?.sum ?? 0),
    hasNewer: upwards ? more : cursor !== undefined,
    hasOlder: upwards ? true : more,
  }
}

/**
 * The same with the place of the page in the whole, in the shape that lists answer with.
 * @returns the rows, and beside them what PAGED describes
 */
export async function browsePage<R extends { id: string }>(
  context: Context,
  table: string,
  conditions: Condition[],
  window: Window,
  summed = 'amount',
) {
  const found = await browse<R>(context, table, conditions, window, summed)
  const first = found.hasNewer ? found.rows[0] : undefined
  const paged = {
    total: found.total,
    sum: found.sum,
    currency: context.account.currency,
    has_newer: found.hasNewer,
    has_older: found.hasOlder,
    above: first ? await countNewer(context, table, conditions, first.id, Number.MAX_SAFE_INTEGER) : 0,
  }
  return { rows: found.rows, paged }
}

/** The next rows of a filtered table after a cursor, newest first, and nothing counted: for walking through all of it. */
export async function walk<R extends { id: string }>(
  context: Context,
  table: string,
  conditions: Condition[],
  window: { count: number; after?: string | undefined },
): Promise<R[]> {
  const edge = window.after === undefined ? [] : [beyond(context, table, window.after, false)]
  return rowsOf<R>(
    context,
    table,
    [{ sql: 'account_id = ?', values: [context.account.id] }, ...conditions, ...edge],
    'DESC',
    window.count,
  )
}

/** How many rows of a filtered table are newer than one of them (all of them without one), counted up to `most`. */
export async function countNewer(
  context: Context,
  table: string,
  conditions: Condition[],
  than: string | undefined,
  most: number,
): Promise<number> {
  const edge = than === undefined ? [] : [beyond(context, table, than, true)]
  const newer = place([{ sql: 'account_id = ?', values: [context.account.id] }, ...conditions, ...edge])
  const [found] = await context.tables.$queryRawUnsafe<{ total: bigint }[]>(
    `SELECT count(*) AS total FROM (SELECT FROM ${table} WHERE ${newer.sql} LIMIT ${most}) AS newer`,
    ...newer.values,
  )
  return Number(found?.total ?? 0)
}

function rowsOf<R>(
  context: Context,
  table: string,
  conditions: Condition[],
  order: 'ASC' | 'DESC',
  limit: number,
): Promise<R[]> {
  const { sql, values } = place(conditions)
  return context.tables.$queryRawUnsafe<R[]>(
    `SELECT * FROM ${table} WHERE ${sql} ORDER BY created_at ${order}, id ${order} LIMIT ${limit}`,
    ...values,
  )
}

function beyond(context: Context, table: string, cursor: string, upwards: boolean): Condition {
  const sign = upwards ? '>' : '<'
  return {
    sql: `(created_at, id) ${sign} (SELECT created_at, id FROM ${table} WHERE account_id = ? AND id = ?)`,
    values: [context.account.id, cursor],
  }
}

/** Numbers the places of the values as PostgreSQL wants them. */
function place(conditions: Condition[]): Condition {
  const values = conditions.flatMap((condition) => condition.values)
  let index = 0
  const sql = conditions
    .map((condition) => condition.sql.replace(/\?(?!\|)/g, () => `$${++index}`))
    .join(' AND ')
  return { sql, values }
}
