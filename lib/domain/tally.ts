import { all, type Condition, numbered } from '#lib/domain/conditions.ts'
import { type Source, visible } from '#lib/domain/page.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** What is counted and added up of a list. Names come from the code, values never do. */
export type Tallied = {
  /** What is added up, by name: the amount of a row that counts, in SQL, and NULL for a row that does not. */
  sums?: Record<string, string | Condition> | undefined
  /** The conditions of the rows of each tab. */
  tabs?: Record<string, Condition[]> | undefined
  /** Other aggregates over the rows of all tabs, by name, each an expression of SQL for a row and how rows combine. */
  extra?: Record<string, { of: string; by: 'min' | 'max' }>
  /** Null for a table whose sums are not money: each stands in the page by its own name, and `totals` is empty. */
  currency?: null
}

type Aggregates = Record<string, string | number | bigint | null>

/**
 * Counts and sums of what a filter finds, and the count of each tab. The filter that a tab stands for is a column
 * beside each row and no condition, so one scan serves the tabs and the page.
 */
export async function tallyOf(
  context: Context,
  source: Source,
  list: Tallied,
  others: Condition[],
  tab: Condition[],
) {
  const { sums = {}, tabs = {}, extra = {}, currency } = list
  const groups = await groupsOf(context, source, list, others, tab)
  const count = (name: string) => groups.reduce((sum, group) => sum + Number(group[name]), 0)
  const own = currency === null ? '' : context.account.currency
  const foreign = groups.filter((group) => group.currency !== own && Number(group.chosen) > 0)
  const ordered = [groups.find((group) => group.currency === own), ...foreign]
  const amountsOf = (group: Aggregates | undefined) =>
    Object.fromEntries(Object.keys(sums).map((name) => [name, group?.[`sum ${name}`] ?? null]))
  return {
    total: count('chosen'),
    totals:
      currency === null
        ? []
        : ordered.map((group) => ({ currency: group?.currency ?? own, amounts: amountsOf(group) })),
    ...(currency === null ? amountsOf(groups[0]) : {}),
    tabs: Object.fromEntries([
      ['all', count('all')],
      ...Object.keys(tabs).map((name) => [name, count(`tab ${name}`)]),
    ]) as Record<string, number>,
    ...Object.fromEntries(Object.entries(extra).map(([name, { by }]) => [name, edgeOf(groups, name, by)])),
  }
}

function groupsOf(
  context: Context,
  source: Source,
  { sums = {}, tabs = {}, extra = {}, currency }: Tallied,
  others: Condition[],
  tab: Condition[],
) {
  const columns = [
    { sql: `${currency === null ? "''" : 'currency'} AS currency`, values: [] },
    both(tab, 'chosen'),
    ...Object.entries(tabs).map(([name, conditions]) => both(conditions, `"tab ${name}"`)),
    ...Object.entries(sums).map(([name, amount]) => amountOf(amount, name)),
    ...Object.entries(extra).map(([name, { of }]) => ({ sql: `${of} AS "extra ${name}"`, values: [] })),
  ]
  const where = all([...visible(context, source), ...others])
  const inner = {
    sql: `SELECT ${columns.map(({ sql }) => sql).join(', ')} FROM ${source.table} WHERE ${where.sql}`,
    values: [...columns.flatMap(({ values }) => values), ...where.values],
  }
  const outer = [
    'count(*) AS all',
    'count(*) FILTER (WHERE chosen) AS chosen',
    ...Object.keys(tabs).map((name) => `count(*) FILTER (WHERE "tab ${name}") AS "tab ${name}"`),
    // Text: a sum may be larger than any number of JavaScript, and than BIGINT.
    ...Object.keys(sums).map((name) => `sum("sum ${name}") FILTER (WHERE chosen)::text AS "sum ${name}"`),
    ...Object.entries(extra).map(([name, { by }]) => `${by}("extra ${name}") AS "extra ${name}"`),
  ]
  const { sql, values } = numbered({
    sql: `SELECT currency, ${outer.join(', ')} FROM (${inner.sql}) AS listed GROUP BY currency`,
    values: inner.values,
  })
  return context.rows<Aggregates & { currency: string }>(sql, values)
}

function edgeOf(groups: Aggregates[], name: string, by: 'min' | 'max'): number | null {
  const found = groups.flatMap((group) => {
    const value = group[`extra ${name}`]
    return value === null || value === undefined ? [] : [Number(value)]
  })
  return found.length === 0 ? null : Math[by](...found)
}

/** A column with the amount of a row that counts towards a sum. */
function amountOf(amount: string | Condition, name: string): Condition {
  const { sql, values } = typeof amount === 'string' ? { sql: amount, values: [] } : amount
  return { sql: `${sql} AS "sum ${name}"`, values }
}

/** A column that tells whether a row fulfils all of some conditions. */
function both(conditions: Condition[], name: string): Condition {
  const { sql, values } = all(conditions.map((condition) => ({ ...condition, sql: `(${condition.sql})` })))
  return { sql: `COALESCE(${sql}, false) AS ${name}`, values }
}
