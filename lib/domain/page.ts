import { locatable, locate } from '#lib/counters/locate.ts'
import { countable, countFromCounters } from '#lib/counters/read.ts'
import { all, bound, type Condition, equal, numbered } from '#lib/domain/conditions.ts'
import type { Entity } from '#lib/domain/entity.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { JsonText } from '#lib/pipeline/json-text.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { Page } from '#lib/values/page.ts'

/**
 * Where rows are read from: a table, the column that names a row within an account (`id` unless said otherwise), the
 * merchant where rows belong to both of its accounts, and what the actor may see at all. Names come from the code, values
 * never do.
 */
export type Source = { table: string; key?: string; owner?: 'merchant_id' | undefined; scope?: Condition[] }

/** So many rows after, or before, one of them. */
export type Window = { count: number; after?: string | undefined; before?: string | undefined }

type Browsed<R> = { rows: R[]; hasNewer: boolean; hasOlder: boolean }

/**
 * One page of the API, newest first, as one statement. A cursor costs the same at any depth: the row it names is where the
 * index (account_id, created_at, id) is entered. A long `skip` is a look-up in the counters where they know the conditions;
 * else it reads and drops what it skips.
 * @throws record_not_found when the cursor names nothing of the account
 */
export async function pageOf<R>(
  context: Context,
  table: string,
  conditions: Condition[],
  page: Page,
): Promise<R[]> {
  return onPage(context, table, conditions, page, (from) => selectAll<R>(context, from))
}

/** The same page as the response of a list. @throws record_not_found when the cursor names nothing of the account */
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
  // Before a cursor means next to it: the page is read upwards from there and turned round.
  const upwards = before !== undefined && after === undefined
  const found = [...conditions, ...period]
  const located =
    skip >= LONG_SKIP && edges.length === 0 && locatable(table, found)
      ? await locate(context, table, found, skip)
      : { end: undefined, skip }
  if (located === null) return []
  // Times are whole seconds: before the end is up to the second before it.
  const entered = bound('created_at', '<=', located.end === undefined ? undefined : located.end - 1)
  const limits = [...found, ...edges, ...entered]
  const rows = await read(rowsFrom(context, source, limits, upwards, count, located.skip))
  if (rows.length === 0) await assertCursors(context, table, page)
  return upwards ? rows.reverse() : rows
}

/** From so many on, looking the place up is quicker than reading the rows that are skipped. */
const LONG_SKIP = 500

/** One page of the dashboard, newest first. One row more than asked tells whether there is another page. */
export async function browse<R>(
  context: Context,
  source: Source,
  conditions: Condition[],
  window: Window,
): Promise<Browsed<R>> {
  const upwards = window.before !== undefined
  const cursor = window.before ?? window.after
  const edge = cursor === undefined ? [] : [beyond(context, source, cursor, upwards)]
  const rows = await rowsOf<R>(context, source, [...conditions, ...edge], upwards, window.count + 1)
  const more = rows.length > window.count
  const kept = rows.slice(0, window.count)
  return {
    rows: upwards ? kept.reverse() : kept,
    hasNewer: upwards ? more : cursor !== undefined,
    hasOlder: upwards ? true : more,
  }
}

/** The next rows after a cursor, newest first, and nothing counted: for walking through all of them. */
export function walk<R>(
  context: Context,
  source: Source,
  conditions: Condition[],
  { count, after }: Window,
): Promise<R[]> {
  const edge = after === undefined ? [] : [beyond(context, source, after, false)]
  return rowsOf<R>(context, source, [...conditions, ...edge], false, count)
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

/** How many rows stand above a row in a list; null where they are more than `max` and nothing but the rows tells it. */
export async function countAbove(
  context: Context,
  source: Source,
  conditions: Condition[],
  row: { created_at: number | bigint },
  max: number,
): Promise<number | null> {
  const { table, key = 'id', scope = [] } = source
  const found = [...scope, ...conditions]
  const at = Number(row.created_at)
  if (!countable(table, found)) {
    const above = await countNewer(context, source, conditions, keyOf(row, key), max + 1)
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

type Limits = [source: Source, conditions: Condition[], upwards: boolean, limit: number, skip?: number]

/** What follows the columns of a statement that selects some rows in their order. */
function rowsFrom(context: Context, ...[source, conditions, upwards, limit, skip = 0]: Limits): Condition {
  const { table, key = 'id' } = source
  const direction = upwards ? 'ASC' : 'DESC'
  const where = all([...visible(context, source), ...conditions])
  return {
    sql: `FROM ${table} WHERE ${where.sql} ORDER BY created_at ${direction}, ${key} ${direction}
          LIMIT ?${skip === 0 ? '' : ' OFFSET ?'}`,
    values: [...where.values, limit, ...(skip === 0 ? [] : [skip])],
  }
}

function beyond(context: Context, source: Source, cursor: string, upwards: boolean): Condition {
  const { table, key = 'id' } = source
  const { sql, values } = all([...visible(context, source), ...equal(key, cursor)])
  return {
    sql: `(created_at, ${key}) ${upwards ? '>' : '<'} (SELECT created_at, ${key} FROM ${table} WHERE ${sql})`,
    values,
  }
}

/** After a cursor that exists nowhere there is nothing, too; only then it is looked for. */
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
