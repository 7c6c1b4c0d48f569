import {
  type CountedKind,
  countable,
  countersFor,
  countFromCounters,
  withinCounter,
} from '#lib/counters/read.ts'
import { all, type Condition, numbered } from '#lib/database/conditions.ts'
import { countFound, type Source, visible } from '#lib/domain/page.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** What is counted and added up in a list. Names come from the code, values never do. */
export type Tallied = {
  /** The sums by name: the amount of a row that counts, in SQL, and NULL for any other row. */
  sums?: Record<string, string | Condition> | undefined
  tabs?: Record<string, Condition[]> | undefined
  /** The minimum of a column over the rows of all tabs that meet some conditions, by name. */
  min?: Record<string, { column: string; where: Condition[] }>
  /** Null for a table whose sums are not money: each is then a property of the page, and `totals` is empty. */
  currency?: null
}

type Aggregates = Record<string, string | number | bigint | null> & { currency: string }

/**
 * Counts and sums of what a filter finds, and the count of each tab. Where the counters know the filters, they tell it
 * whatever the number of rows; else rows are counted, `max` at most.
 * @returns `counted` is false where there are more: then `total` is `max`, and the sums and what else is not known are
 *   left out or null
 */
export async function tallyOf(
  context: Context,
  {
    source,
    list,
    others,
    tab,
    max,
  }: { source: Source; list: Tallied; others: Condition[]; tab: Condition[]; max: number },
) {
  const { sums = {}, tabs = {}, min = {}, currency } = list
  const [{ groups, counts }, ...edges] = await Promise.all([
    groupsAndTabs(context, { source, list, others, tab, max }),
    ...Object.values(min).map((edge) => leastOf(context, source, edge, others)),
  ])
  const total = groups.reduce((sum, group) => sum + Number(group.chosen), 0)
  const counted = total <= max || isCounted(source, [...others, ...tab])
  const own = currency === null ? '' : context.account.currency
  const foreign = groups.filter((group) => group.currency !== own && Number(group.chosen) > 0)
  const ordered = [groups.find((group) => group.currency === own), ...foreign]
  const amountsOf = (group: Aggregates | undefined) =>
    Object.fromEntries(Object.keys(sums).map((name) => [name, group?.[`sum ${name}`] ?? null]))
  return {
    total: counted ? total : max,
    counted,
    totals:
      currency === null || !counted
        ? []
        : ordered.map((group) => ({ currency: group?.currency ?? own, amounts: amountsOf(group) })),
    ...(currency === null ? amountsOf(counted ? groups[0] : undefined) : {}),
    tabs: Object.fromEntries(['all', ...Object.keys(tabs)].map((name) => [name, counts[name] ?? null])),
    ...Object.fromEntries(Object.keys(min).map((name, index) => [name, edges[index] ?? null])),
  }
}

type Counts = Record<string, number | null>

async function groupsAndTabs(
  context: Context,
  {
    source,
    list,
    others,
    tab,
    max,
  }: { source: Source; list: Tallied; others: Condition[]; tab: Condition[]; max: number },
): Promise<{ groups: Aggregates[]; counts: Counts }> {
  if (isCounted(source, others)) return fromCounters(context, { source, list, others, tab, max })
  const { tabs = {} } = list
  const from = rowsUpTo(context, source, others, max)
  const groups = await groupsOf(context, { source, list, from, tab, tabs })
  const counts = countsOf(groups, Object.keys(tabs))
  if (Number(counts.all) <= max) return { groups, counts }
  if (tab.length === 0) return { groups, counts: {} }
  const chosen = rowsUpTo(context, source, [...others, ...tab], max)
  return { groups: await groupsOf(context, { source, list, from: chosen, tab: [], tabs: {} }), counts: {} }
}

/** Tabs that the counters distinguish are counted together; each other one, and the filtered rows, separately. */
async function fromCounters(
  context: Context,
  {
    source,
    list,
    others,
    tab,
    max,
  }: { source: Source; list: Tallied; others: Condition[]; tab: Condition[]; max: number },
): Promise<{ groups: Aggregates[]; counts: Counts }> {
  const { table } = source
  const { tabs = {} } = list
  const together = Object.fromEntries(Object.entries(tabs).filter(([, where]) => withinCounter(table, where)))
  const alone = Object.entries(tabs).filter(([name]) => !(name in together))
  const isTogether = withinCounter(table, tab)
  const from = counters(context, source, others)
  const [groups, chosen, ...apart] = await Promise.all([
    groupsOf(context, { source, list, from, tab: isTogether ? tab : [], tabs: together }),
    isTogether
      ? null
      : groupsOf(context, {
          source,
          list,
          from: counted(context, source, [...others, ...tab], max),
          tab: [],
          tabs: {},
        }),
    ...alone.map(([, where]) => countOf(context, source, [...others, ...where], max)),
  ])
  const counts = {
    ...countsOf(groups, Object.keys(together)),
    ...Object.fromEntries(alone.map(([name], index) => [name, apart[index] ?? null])),
  }
  return { groups: chosen ?? groups, counts }
}

/** The source of counts and sums: a SELECT of rows, or of counters with the number of rows that each represents. */
type From = Condition & { weight: string }

function isCounted({ table, scope = [] }: Source, conditions: Condition[]): boolean {
  return scope.length === 0 && countable(table, conditions)
}

function counters(context: Context, { table }: Source, conditions: Condition[]): From {
  return { ...countersFor(context, table as CountedKind, conditions), weight: 'count' }
}

/** One extra row shows that there are more. */
function rowsUpTo(context: Context, source: Source, conditions: Condition[], max: number): From {
  const where = all([...visible(context, source), ...conditions])
  return {
    sql: `SELECT * FROM ${source.table} WHERE ${where.sql} LIMIT ?`,
    values: [...where.values, max + 1],
    weight: '1',
  }
}

function counted(context: Context, source: Source, conditions: Condition[], max: number): From {
  return isCounted(source, conditions)
    ? counters(context, source, conditions)
    : rowsUpTo(context, source, conditions, max)
}

/** How many rows meet the conditions; null if there are more than the maximum. */
async function countOf(context: Context, source: Source, conditions: Condition[], max: number) {
  if (isCounted(source, conditions))
    return countFromCounters(context, source.table as CountedKind, conditions)
  const found = await countFound(context, source, conditions, max + 1)
  return found > max ? null : found
}

function countsOf(groups: Aggregates[], tabs: string[]): Counts {
  const sum = (name: string) => groups.reduce((total, group) => total + Number(group[name] ?? 0), 0)
  return Object.fromEntries([['all', sum('all')], ...tabs.map((name) => [name, sum(`tab ${name}`)])])
}

/** The tab's filter is selected as a column instead of a condition, so one scan serves the tabs and the page. */
function groupsOf(
  context: Context,
  {
    source,
    list: { sums = {}, currency },
    from,
    tab,
    tabs,
  }: { source: Source; list: Tallied; from: From; tab: Condition[]; tabs: Record<string, Condition[]> },
) {
  const columns = [
    {
      sql: `${currency === null ? "''" : 'currency'} AS currency, ${from.weight}::bigint AS weight`,
      values: [],
    },
    both(tab, 'chosen'),
    ...Object.entries(tabs).map(([name, conditions]) => both(conditions, `"tab ${name}"`)),
    ...Object.entries(sums).map(([name, amount]) => amountOf(amount, name)),
  ]
  const inner = {
    sql: `SELECT ${columns.map(({ sql }) => sql).join(', ')} FROM (${from.sql}) AS ${source.table}`,
    values: [...columns.flatMap(({ values }) => values), ...from.values],
  }
  const outer = [
    'sum(weight)::bigint AS all',
    'sum(weight) FILTER (WHERE chosen)::bigint AS chosen',
    ...Object.keys(tabs).map((name) => `sum(weight) FILTER (WHERE "tab ${name}")::bigint AS "tab ${name}"`),
    // Text: a sum can exceed the range of a JavaScript number and of BIGINT.
    ...Object.keys(sums).map((name) => `sum("sum ${name}") FILTER (WHERE chosen)::text AS "sum ${name}"`),
  ]
  const { sql, values } = numbered({
    sql: `SELECT currency, ${outer.join(', ')} FROM (${inner.sql}) AS listed GROUP BY currency`,
    values: inner.values,
  })
  return context.rows<Aggregates>(sql, values)
}

/** Read from the index that begins with the conditions and the column. */
async function leastOf(
  context: Context,
  source: Source,
  { column, where }: { column: string; where: Condition[] },
  others: Condition[],
): Promise<number | null> {
  const conditions = all([...visible(context, source), ...where, ...others])
  const { sql, values } = numbered({
    sql: `SELECT min(${column}) AS min FROM ${source.table} WHERE ${conditions.sql}`,
    values: conditions.values,
  })
  const [found] = await context.rows<{ min: number | bigint | null }>(sql, values)
  return found?.min == null ? null : Number(found.min)
}

/** A column with the amount of a row that counts towards a sum. */
function amountOf(amount: string | Condition, name: string): Condition {
  const { sql, values } = typeof amount === 'string' ? { sql: amount, values: [] } : amount
  return { sql: `${sql} AS "sum ${name}"`, values }
}

/** A column that tells whether a row meets all of the conditions. */
function both(conditions: Condition[], name: string): Condition {
  const { sql, values } = all(conditions.map((condition) => ({ ...condition, sql: `(${condition.sql})` })))
  return { sql: `COALESCE(${sql}, false) AS ${name}`, values }
}
