import { cover, FIRST, LAST } from '#lib/counters/cover.ts'
import { COUNTED, type Counted, SPANS } from '#lib/counters/kinds.ts'
import { all, type Condition, numbered } from '#lib/database/conditions.ts'
import type { Rows } from '#lib/database/query.ts'

export type CountedKind = keyof typeof COUNTED

/** What counting needs of the context of an operation. */
export type CountContext = { account: { id: string }; now: number; rows: Rows }

/** A period: both ends belong to it, and one that is not there is open. Unix seconds. */
type CountedPeriod = { from?: number | undefined; to?: number | undefined }

/** Whether the counters of a table can tell how many rows fulfil all of some conditions. */
export function countable(table: string, conditions: Condition[]): table is CountedKind {
  if (!Object.hasOwn(COUNTED, table)) return false
  const { dimensions }: Counted = COUNTED[table as CountedKind]
  return conditions.every(
    ({ about, except }) =>
      except !== undefined ||
      (about !== undefined &&
        (about.column === 'created_at' || (dimensions as readonly string[]).includes(about.column))),
  )
}

/** Whether conditions are about what the counters tell apart, and not about time. */
export function withinCounter(table: string, conditions: Condition[]): boolean {
  return (
    countable(table, conditions) &&
    conditions.every(({ about }) => about !== undefined && about.column !== 'created_at')
  )
}

/**
 * The counters in place of the rows that they count, for rows that fulfil conditions which `countable` allows: a
 * SELECT with a row for each counter, which has the columns of the table that the counters tell apart or add up, and its
 * `count`. A counter may be negative; only sums tell anything.
 */
export function countersFor(context: CountContext, table: CountedKind, conditions: Condition[]): Condition {
  const period = countedPeriodOf(conditions)
  const inner = conditions.filter(({ about }) => about !== undefined && about.column !== 'created_at')
  const excepted = conditions.flatMap(({ except }) => except ?? [])
  const source = countersOf(context, table, period, excepted)
  const where = all(inner)
  return {
    sql: `SELECT * FROM (${source.sql}) AS ${table} WHERE ${where.sql}`,
    values: [...source.values, ...where.values],
  }
}

/** The period that conditions on `created_at` leave. */
export function countedPeriodOf(conditions: Condition[]): CountedPeriod {
  const bounds = conditions.flatMap(({ about }) => (about?.column === 'created_at' ? [about] : []))
  const [froms, tos] = [bounds.flatMap(({ from }) => from ?? []), bounds.flatMap(({ to }) => to ?? [])]
  return {
    from: froms.length > 0 ? Math.max(...froms) : undefined,
    to: tos.length > 0 ? Math.min(...tos) : undefined,
  }
}

/** The counters of a kind in a period. @param excepted conditions of rows that do not count */
export function countersOf(
  context: CountContext,
  kind: CountedKind,
  { from, to }: CountedPeriod,
  excepted: Condition[] = [],
): Condition {
  const counted: Counted = COUNTED[kind]
  const { id } = context.account
  const names = [...counted.dimensions, ...counted.sums]
  // Nothing is created later than now, so a period up to now has no end.
  const end = to === undefined || to >= context.now ? LAST : to + 1
  const { covered, rests } = cover(from ?? FIRST, end)
  const parts: Condition[] = covered.map((part) => ({
    sql: `SELECT count, ${names.join(', ')} FROM record_counts
          WHERE account_id = ? AND kind = ? AND span = ? AND bucket >= ? AND bucket < ?`,
    values: [id, kind, part.span, part.from, part.end],
  }))
  const [first, last] = [covered[0], covered.at(-1)]
  if (first && last)
    parts.push({
      sql: `SELECT count, ${names.join(', ')} FROM record_count_changes
            WHERE account_id = ? AND kind = ? AND created_at >= ? AND created_at < ?`,
      values: [id, kind, first.from, last.end],
    })
  for (const rest of rests) parts.push(rowsOf(id, counted, rest, 1, []))
  for (const except of excepted) parts.push(rowsOf(id, counted, { from: from ?? FIRST, end }, -1, [except]))
  if (parts.length === 0) parts.push(rowsOf(id, counted, { from: 0, end: 0 }, 1, []))
  // OFFSET 0 keeps other conditions out of each part: with them PostgreSQL takes reading the index for more work than it is.
  return {
    sql: parts.map(({ sql }) => `(${sql} OFFSET 0)`).join(' UNION ALL '),
    values: parts.flatMap(({ values }) => values),
  }
}

/** A stretch of time with a name; both ends belong to it. */
type Stretch = { name: string; from: number; to: number }

/** The counters of several stretches of time, each with the `name` of its own. */
export function countersOfStretches(
  context: CountContext,
  kind: CountedKind,
  stretches: Stretch[],
): Condition {
  const counted: Counted = COUNTED[kind]
  const { id } = context.account
  const names = [...counted.dimensions, ...counted.sums]
  // Nothing is created later than now: the present half hour is taken whole.
  const endOf = (to: number) => (to >= context.now ? Math.ceil((to + 1) / SPANS[0]) * SPANS[0] : to + 1)
  const parts = stretches.map(({ name, from, to }) => ({ name, ...cover(from, endOf(to)) }))
  const covered = parts.flatMap(({ name, covered: some }) => some.map((part) => ({ name, ...part })))
  const rests = parts.flatMap(({ name, rests: some }) => some.map((rest) => ({ name, ...rest })))
  const places = (some: { name: string; from: number; end: number }[]) => [
    some.map(({ name }) => name),
    some.map(({ from }) => from),
    some.map(({ end }) => end),
  ]
  const rows = rowsOf(id, counted, null, 1, [])
  return {
    // OFFSET 0 has PostgreSQL read each part from the index, however it guesses the number of parts.
    sql: `SELECT part.name, counters.*
          FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::int[]) AS part (name, first, stop, length)
          CROSS JOIN LATERAL (SELECT count, ${names.join(', ')} FROM record_counts
            WHERE account_id = ? AND kind = ? AND span = length AND bucket >= first AND bucket < stop OFFSET 0) AS counters
          UNION ALL SELECT part.name, count, ${names.join(', ')}
          FROM unnest(?::text[], ?::bigint[], ?::bigint[]) AS part (name, first, stop)
          JOIN (SELECT created_at AS changed_at, count, ${names.join(', ')} FROM record_count_changes
            WHERE account_id = ? AND kind = ? OFFSET 0) AS changes ON changed_at >= first AND changed_at < stop
          UNION ALL SELECT part.name, records.*
          FROM unnest(?::text[], ?::bigint[], ?::bigint[]) AS part (name, first, stop)
          CROSS JOIN LATERAL (${rows.sql} AND created_at >= first AND created_at < stop OFFSET 0) AS records`,
    values: [
      ...places(covered),
      covered.map(({ span }) => span),
      id,
      kind,
      ...places(covered),
      id,
      kind,
      ...places(rests),
      ...rows.values,
    ],
  }
}

/** Rows, each as a counter of its own. @param sign −1 counts them off */
function rowsOf(
  account_id: string,
  { table, onlyStatus, dimensions, sums }: Counted,
  period: { from: number; end: number } | null,
  sign: 1 | -1,
  conditions: Condition[],
): Condition {
  const where = all([
    { sql: 'account_id = ?', values: [account_id] },
    ...(period === null
      ? []
      : [{ sql: 'created_at >= ? AND created_at < ?', values: [period.from, period.end] }]),
    ...(onlyStatus === undefined ? [] : [{ sql: 'status = ?', values: [onlyStatus] }]),
    ...conditions,
  ])
  const columns = [
    `${sign}::bigint AS count`,
    ...dimensions.map((name) => (name === 'error_reason' ? `COALESCE(${name}, '') AS ${name}` : name)),
    ...sums.map((name) => (sign === 1 ? name : `-${name} AS ${name}`)),
  ]
  return { sql: `SELECT ${columns.join(', ')} FROM ${table} WHERE ${where.sql}`, values: where.values }
}

/** How many rows fulfil conditions that `countable` allows. */
export async function countFromCounters(
  context: CountContext,
  table: CountedKind,
  conditions: Condition[],
): Promise<number> {
  const counters = countersFor(context, table, conditions)
  const { sql, values } = numbered({
    sql: `SELECT COALESCE(sum(count), 0)::bigint AS total FROM (${counters.sql}) AS counters`,
    values: counters.values,
  })
  const [found] = await context.rows<{ total: number | bigint }>(sql, values)
  return Number(found?.total ?? 0)
}
