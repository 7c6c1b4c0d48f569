import { z } from 'zod'
import type { Context } from '#lib/pipeline/operation.ts'
import { Totals } from '#lib/values/money.ts'

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
  /** One entry for each currency that is found, that of the account first and always there. */
  totals: z.array(Totals),
  /** How many rows each tab has under the filters that are set, without the tab's own; `all` for no tab. */
  tabs: z.record(z.string(), z.int()),
  has_newer: z.boolean(),
  has_older: z.boolean(),
  /** How many of what the filter finds stand above the first of the page. */
  above: z.int(),
  /** Whether the account has no row at all, whatever the filter. */
  empty: z.boolean(),
}

export type Window = { count: number; after?: string | undefined; before?: string | undefined }
export type Browsed<R> = { rows: R[]; hasNewer: boolean; hasOlder: boolean }

/** A list: its table, and what is counted and added up of it. Names come from the code, values never do. */
export type List = {
  table: string
  /** What is added up, by name: the amount of a row that counts, in SQL, and NULL for a row that does not. */
  sums?: Record<string, string | Condition>
  /** The conditions of the rows of each tab. */
  tabs?: Record<string, Condition[]>
  /** Other aggregates over the rows of all tabs, by name, each an expression of SQL for a row and how rows combine. */
  extra?: Record<string, { of: string; by: 'min' | 'max' }>
  /** Null for a table whose sums are no money. */
  currency?: null
}

/**
 * The filters of a list: those of the tab, which the counts of the tabs leave out, and all others; `scope` is no filter,
 * but what the actor may see at all.
 */
export type Filtered = { scope?: Condition[]; others: Condition[]; tab: Condition[] }

/**
 * One page of a filtered table, newest first. The page is entered by the index at the cursor; one row more than asked
 * tells whether there is another page.
 */
export async function browse<R extends { id: string }>(
  context: Context,
  table: string,
  conditions: Condition[],
  window: Window,
): Promise<Browsed<R>> {
  const upwards = window.before !== undefined
  const cursor = window.before ?? window.after
  const edge = cursor === undefined ? [] : [beyond(context, table, cursor, upwards)]
  const rows = await rowsOf<R>(
    context,
    table,
    [...ofAccount(context), ...conditions, ...edge],
    upwards ? 'ASC' : 'DESC',
    window.count + 1,
  )
  const more = rows.length > window.count
  const kept = rows.slice(0, window.count)
  return {
    rows: upwards ? kept.reverse() : kept,
    hasNewer: upwards ? more : cursor !== undefined,
    hasOlder: upwards ? true : more,
  }
}

/**
 * One page of a list with everything that stands around it, in the shape that lists answer with: the exact count and
 * sums of what the filter finds, and the count of every tab, all from one statement.
 * @returns the rows, and beside them what PAGED describes and the extras of the list
 */
export async function browsePage<R extends { id: string }>(
  context: Context,
  list: List,
  { scope = [], others, tab }: Filtered,
  window: Window,
) {
  const conditions = [...scope, ...others, ...tab]
  const found = await browse<R>(context, list.table, conditions, window)
  const tally = await tallyOf(context, list, [...scope, ...others], tab)
  const first = found.hasNewer ? found.rows[0] : undefined
  const paged = {
    ...tally,
    has_newer: found.hasNewer,
    has_older: found.hasOlder,
    above: first ? await countNewer(context, list.table, conditions, first.id, Number.MAX_SAFE_INTEGER) : 0,
    empty: tally.tabs.all === 0 && (others.length === 0 || !(await hasRows(context, list.table, scope))),
  }
  return { rows: found.rows, paged }
}

/** How many rows a filter finds, counted up to `most`. */
export async function countFound(
  context: Context,
  table: string,
  conditions: Condition[],
  most: number,
): Promise<number> {
  const { sql, values } = place([...ofAccount(context), ...conditions])
  const [found] = await context.tables.$queryRawUnsafe<{ total: bigint }[]>(
    `SELECT count(*) AS total FROM (SELECT FROM ${table} WHERE ${sql} LIMIT ${most}) AS found`,
    ...values,
  )
  return Number(found?.total ?? 0)
}

type Aggregates = Record<string, string | bigint | null>

/**
 * Counts and sums of what a filter finds, and the count of each tab. The filter that a tab stands for is a column
 * beside each row and no condition, so one scan serves the tabs and the page.
 */
async function tallyOf(context: Context, list: List, others: Condition[], tab: Condition[]) {
  const { table, sums = {}, tabs = {}, extra = {}, currency = 'currency' } = list
  const marks = Object.entries(tabs).map(([name, conditions]) => both(conditions, `"tab ${name}"`))
  const columns = [
    { sql: `${currency ?? "''"} AS currency`, values: [] },
    both(tab, 'chosen'),
    ...marks,
    ...Object.entries(sums).map(([name, amount]) => amountOf(amount, name)),
    ...Object.entries(extra).map(([name, { of }]) => ({ sql: `${of} AS "extra ${name}"`, values: [] })),
  ]
  const where = [...ofAccount(context), ...others]
  const inner = numbered({
    sql: `SELECT ${columns.map(({ sql }) => sql).join(', ')} FROM ${table} WHERE ${where.map(({ sql }) => sql).join(' AND ')}`,
    values: [...columns, ...where].flatMap(({ values }) => values),
  })
  const outer = [
    'count(*) AS all',
    'count(*) FILTER (WHERE chosen) AS chosen',
    ...Object.keys(tabs).map((name) => `count(*) FILTER (WHERE "tab ${name}") AS "tab ${name}"`),
    // Text: a sum may be larger than any number of JavaScript, and than BIGINT.
    ...Object.keys(sums).map((name) => `sum("sum ${name}") FILTER (WHERE chosen)::text AS "sum ${name}"`),
    ...Object.entries(extra).map(([name, { by }]) => `${by}("extra ${name}") AS "extra ${name}"`),
  ]
  const groups = await context.tables.$queryRawUnsafe<(Aggregates & { currency: string })[]>(
    `SELECT currency, ${outer.join(', ')} FROM (${inner.sql}) AS listed GROUP BY currency`,
    ...inner.values,
  )
  const count = (name: string) => groups.reduce((sum, group) => sum + Number(group[name]), 0)
  const own = currency === null ? '' : context.account.currency
  const foreign = groups.filter((group) => group.currency !== own && Number(group.chosen) > 0)
  const ordered = [groups.find((group) => group.currency === own), ...foreign]
  return {
    total: count('chosen'),
    totals: ordered.map((group) => ({
      currency: group?.currency ?? own,
      amounts: Object.fromEntries(Object.keys(sums).map((name) => [name, group?.[`sum ${name}`] ?? null])),
    })),
    tabs: Object.fromEntries([
      ['all', count('all')],
      ...Object.keys(tabs).map((name) => [name, count(`tab ${name}`)]),
    ]) as Record<string, number>,
    ...Object.fromEntries(Object.entries(extra).map(([name, { by }]) => [name, edgeOf(groups, name, by)])),
  }
}

function edgeOf(groups: Aggregates[], name: string, by: 'min' | 'max'): number | null {
  const found = groups.flatMap((group) => {
    const value = group[`extra ${name}`]
    return value === null || value === undefined ? [] : [Number(value)]
  })
  return found.length === 0 ? null : Math[by](...found)
}

async function hasRows(context: Context, table: string, scope: Condition[]): Promise<boolean> {
  const { sql, values } = place([...ofAccount(context), ...scope])
  const [found] = await context.tables.$queryRawUnsafe<{ any: boolean }[]>(
    `SELECT EXISTS (SELECT FROM ${table} WHERE ${sql}) AS any`,
    ...values,
  )
  return found?.any === true
}

/** A column with the amount of a row that counts towards a sum. */
function amountOf(amount: string | Condition, name: string): Condition {
  const { sql, values } = typeof amount === 'string' ? { sql: amount, values: [] } : amount
  return { sql: `${sql} AS "sum ${name}"`, values }
}

/** A column that tells whether a row fulfils all of some conditions. */
function both(conditions: Condition[], name: string): Condition {
  const sql = conditions.map((condition) => `(${condition.sql})`).join(' AND ') || 'true'
  return {
    sql: `COALESCE(${sql}, false) AS ${name}`,
    values: conditions.flatMap((condition) => condition.values),
  }
}

function ofAccount(context: Context): Condition[] {
  return [{ sql: 'account_id = ?', values: [context.account.id] }]
}

/** The next rows of a filtered table after a cursor, newest first, and nothing counted: for walking through all of it. */
export async function walk<R extends { id: string }>(
  context: Context,
  table: string,
  conditions: Condition[],
  window: { count: number; after?: string | undefined },
): Promise<R[]> {
  const edge = window.after === undefined ? [] : [beyond(context, table, window.after, false)]
  return rowsOf<R>(context, table, [...ofAccount(context), ...conditions, ...edge], 'DESC', window.count)
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
  const newer = place([...ofAccount(context), ...conditions, ...edge])
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

/** Some conditions as one, its values at numbered places. */
function place(conditions: Condition[]): Condition {
  return numbered({
    sql: conditions.map((condition) => condition.sql).join(' AND '),
    values: conditions.flatMap((condition) => condition.values),
  })
}

/** Numbers the places of the values as PostgreSQL wants them. */
function numbered({ sql, values }: Condition): Condition {
  let index = 0
  return { sql: sql.replace(/\?(?!\|)/g, () => `$${++index}`), values }
}
