import { locatable, locate } from '#lib/counters/locate.ts'
import { countable, countFromCounters } from '#lib/counters/read.ts'
import { all, bound, type Condition, equal, numbered } from '#lib/database/conditions.ts'
import type { Entity } from '#lib/domain/entity.ts'
import type { Page } from '#lib/filters/page.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, JsonText } from '#lib/pipeline/operation.ts'

/**
 * The source of rows: a table, the column that identifies a row within an account (`id` by default), the merchant if
 * rows belong to both of its accounts, and the conditions on the rows that the actor may see. Names come from the code,
 * values never do.
 */
export type Source = { table: string; key?: string; owner?: 'merchant_id' | undefined; scope?: Condition[] }

/**
 * The order of rows: by creation, or by a column that is never null and then by creation, all in one direction, as an index
 * has it.
 */
export type SortOrder = { column?: string | undefined; ascending: boolean }

const NEWEST: SortOrder = { ascending: false }

/** A number of rows after, or before, a row; newest first without another order. */
export type Window = {
  count: number
  after?: string | undefined
  before?: string | undefined
  order?: SortOrder | undefined
}

type DashboardPage<R> = { rows: R[]; hasNewer: boolean; hasOlder: boolean }

/**
 * One page of the API, newest first, as one statement. A cursor costs the same at any depth: its row is the entry into
 * the index (account_id, created_at, id). A long `skip` is looked up in the counters if they know the conditions;
 * otherwise the skipped rows are counted off, in the index alone where it has all that the conditions are about.
 * @throws record_not_found if the cursor is no row of the account
 */
export async function pageOf<R>(
  context: Context,
  table: string,
  conditions: Condition[],
  page: Page,
): Promise<R[]> {
  return onPage(context, table, conditions, page, (from) => selectAll<R>(context, from))
}

/** The same page as the response of a list. @throws record_not_found if the cursor is no row of the account */
export async function listEntities(
  context: Context,
  entity: Entity,
  conditions: Condition[],
  page: Page,
): Promise<JsonText> {
  const items = await onPage(context, entity.table, conditions, page, (from) => entity.read(context, from))
  return new JsonText(`{"entity":"collection","count":${items.length},"items":[${items.join(',')}]}`)
}

async function onPage<R>(
  context: Context,
  table: string,
  conditions: Condition[],
  page: Page,
  read: (from: Condition) => Promise<R[]>,
): Promise<R[]> {
  const { starting_after: after, ending_before: before, from, to, count, skip } = page
  const source = { table }
  const period = [...bound('created_at', '>=', from), ...bound('created_at', '<=', to)]
  const edges = [
    ...(after === undefined ? [] : [beyond(context, source, after, false)]),
    ...(before === undefined ? [] : [beyond(context, source, before, true)]),
  ]
  // A page before a cursor is read in ascending order and then reversed.
  const upwards = before !== undefined && after === undefined
  const found = [...conditions, ...period]
  const located =
    skip >= LONG_SKIP && edges.length === 0 && locatable(table, found)
      ? await locate(context, table, found, skip)
      : { end: undefined, skip }
  if (located === null) return []
  // Times are whole seconds, and the end is exclusive: it is up to the second before it.
  const entered = bound('created_at', '<=', located.end === undefined ? undefined : located.end - 1)
  const limits = [...found, ...edges, ...entered]
  const ahead = context.lookAhead ? 1 : 0
  const isLong = located.skip >= LONG_SKIP
  const begun = isLong ? [...limits, startAt(context, source, limits, upwards, located.skip)] : limits
  const readRows = await read(
    rowsFrom(context, source, begun, upwards, count + ahead, isLong ? 0 : located.skip),
  )
  const rows = cutAhead(context, readRows, count)
  if (rows.length === 0) await assertCursors(context, table, page)
  return upwards ? rows.reverse() : rows
}

/** The row that `skip` others precede, and those after it: of the skipped rows nothing but the place is read. */
function startAt(
  context: Context,
  source: Source,
  conditions: Condition[],
  upwards: boolean,
  skip: number,
): Condition {
  const columns = columnsOf(source, NEWEST).join(', ')
  const { sql, values } = rowsFrom(context, source, conditions, upwards, 1, skip)
  return { sql: `(${columns}) ${upwards ? '>=' : '<='} (SELECT ${columns} ${sql})`, values }
}

/** The rows of a page. The one that was read ahead says that more follow. */
export function cutAhead<R>(context: Context, rows: R[], count: number): R[] {
  if (!context.lookAhead) return rows
  context.foundMore(rows.length > count)
  return rows.slice(0, count)
}

/** From this many rows on, finding the place first is faster than reading the skipped rows. */
const LONG_SKIP = 500

/** One page of the dashboard. One extra row shows whether there is another page. */
export async function readPage<R>(
  context: Context,
  source: Source,
  conditions: Condition[],
  window: Window,
): Promise<DashboardPage<R>> {
  const upwards = window.before !== undefined
  const cursor = window.before ?? window.after
  const { order = NEWEST } = window
  const edge = cursor === undefined ? [] : [beyond(context, source, cursor, upwards, order)]
  const rows = await rowsOf<R>(context, source, [...conditions, ...edge], upwards, window.count + 1, 0, order)
  const more = rows.length > window.count
  const shown = rows.slice(0, window.count)
  return {
    rows: upwards ? shown.reverse() : shown,
    hasNewer: upwards ? more : cursor !== undefined,
    hasOlder: upwards ? true : more,
  }
}

/** The next rows after a cursor, without counting: for an export. */
export function readNext<R>(
  context: Context,
  source: Source,
  conditions: Condition[],
  { count, after, order = NEWEST }: Window,
): Promise<R[]> {
  const edge = after === undefined ? [] : [beyond(context, source, after, false, order)]
  return rowsOf<R>(context, source, [...conditions, ...edge], false, count, 0, order)
}

/** How many rows are newer than one of them (all of them without one), counted up to `max`. */
export function countNewer(
  context: Context,
  source: Source,
  conditions: Condition[],
  than: string | undefined,
  max: number,
): Promise<number> {
  const edge = than === undefined ? [] : [beyond(context, source, than, true)]
  return countFound(context, source, [...conditions, ...edge], max)
}

/** The number of rows above a row in a list; null if there are more than `max` and the counters don't know it. */
export async function countAbove(
  context: Context,
  {
    source,
    conditions,
    row,
    max,
    order = NEWEST,
  }: {
    source: Source
    conditions: Condition[]
    row: { created_at: number | bigint }
    max: number
    order?: SortOrder
  },
): Promise<number | null> {
  const { table, key = 'id', scope = [] } = source
  const found = [...scope, ...conditions]
  const at = Number(row.created_at)
  const isNewest = order.column === undefined && !order.ascending
  if (!isNewest || !countable(table, found)) {
    const edge = beyond(context, source, keyOf(row, key), true, order)
    const above = await countFound(context, source, [...conditions, edge], max + 1)
    return above > max ? null : above
  }
  const same = { sql: `created_at = ? AND ${key} > ?`, values: [at, keyOf(row, key)] }
  const inSecond = await countFound(context, source, [...conditions, same], Number.MAX_SAFE_INTEGER)
  return (
    inSecond + (await countFromCounters(context, table, [...found, ...bound('created_at', '>=', at + 1)]))
  )
}

function keyOf(row: object, key: string): string {
  return String((row as Record<string, unknown>)[key])
}

/** How many rows a filter finds, counted up to `max`. */
export async function countFound(
  context: Context,
  source: Source,
  conditions: Condition[],
  max: number,
): Promise<number> {
  const where = all([...visible(context, source), ...conditions])
  const { sql, values } = numbered({
    sql: `SELECT count(*) AS total FROM (SELECT FROM ${source.table} WHERE ${where.sql} LIMIT ?) AS found`,
    values: [...where.values, max],
  })
  const [found] = await context.rows<{ total: number | bigint }>(sql, values)
  return Number(found?.total ?? 0)
}

export async function hasRows(context: Context, source: Source): Promise<boolean> {
  return (await countFound(context, source, [], 1)) > 0
}

/** The rows of the account, or of its merchant, that the actor may see. */
export function visible({ account }: Context, { owner, scope = [] }: Source): Condition[] {
  return [...equal(owner ?? 'account_id', owner ? account[owner] : account.id), ...scope]
}

/** Plain SQL, since making objects of a hundred rows is most of what a list costs. */
function rowsOf<R>(context: Context, ...limits: Limits): Promise<R[]> {
  return selectAll<R>(context, rowsFrom(context, ...limits))
}

function selectAll<R>(context: Context, from: Condition): Promise<R[]> {
  const { sql, values } = numbered({ sql: `SELECT * ${from.sql}`, values: from.values })
  return context.rows<R>(sql, values)
}

type Limits = [
  source: Source,
  conditions: Condition[],
  upwards: boolean,
  limit: number,
  skip?: number,
  order?: SortOrder,
]

/** The FROM clause and everything after it, for a statement that selects rows in order. */
function rowsFrom(
  context: Context,
  ...[source, conditions, upwards, limit, skip = 0, order = NEWEST]: Limits
): Condition {
  const { table } = source
  const direction = upwards === order.ascending ? 'DESC' : 'ASC'
  const by = columnsOf(source, order).map((column) => `${column} ${direction}`)
  const where = all([...visible(context, source), ...conditions])
  return {
    sql: `FROM ${table} WHERE ${where.sql} ORDER BY ${by.join(', ')}
          LIMIT ?${skip === 0 ? '' : ' OFFSET ?'}`,
    values: [...where.values, limit, ...(skip === 0 ? [] : [skip])],
  }
}

function columnsOf({ key = 'id' }: Source, { column }: SortOrder): string[] {
  return [...(column === undefined ? [] : [column]), 'created_at', key]
}

/** The rows on one side of a row in an order: before it, or after it. */
function beyond(
  context: Context,
  source: Source,
  cursor: string,
  upwards: boolean,
  order: SortOrder = NEWEST,
): Condition {
  const { table, key = 'id' } = source
  const { sql, values } = all([...visible(context, source), ...equal(key, cursor)])
  const columns = columnsOf(source, order).join(', ')
  return {
    sql: `(${columns}) ${upwards === order.ascending ? '<' : '>'} (SELECT ${columns} FROM ${table} WHERE ${sql})`,
    values,
  }
}

/** An unknown cursor also yields an empty page, so only then it is checked. */
async function assertCursors(context: Context, table: string, page: Page): Promise<void> {
  for (const side of ['starting_after', 'ending_before'] as const) {
    const id = page[side]
    if (id === undefined) continue
    const found = await context.rows(`SELECT 1 FROM ${table} WHERE account_id = $1 AND id = $2`, [
      context.account.id,
      id,
    ])
    if (found.length === 0)
      throw refused('record_not_found', `${side} names ${id}, which is not in this account and mode.`, {
        field: side,
      })
  }
}
