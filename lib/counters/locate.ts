import { SPANS } from '#lib/counters/kinds.ts'
import {
  type CountContext,
  type CountedKind,
  countable,
  countedPeriodOf,
  countersFor,
} from '#lib/counters/read.ts'
import { all, bound, type Condition, numbered } from '#lib/database/conditions.ts'

/** Whether the counters can tell where a row stands among those that fulfil conditions. */
export function locatable(table: string, conditions: Condition[]): table is CountedKind {
  return countable(table, conditions) && conditions.every(({ except }) => except === undefined)
}

type Located = {
  /** The rows before this time, newest first, are entered. */
  end: number
  /** How many of those come before the row that is looked for. */
  skip: number
}

/**
 * Where the row stands that `skip` newer ones precede, among those that fulfil conditions which `locatable` allows: the
 * counters of 30 days tell in which of them, those of a day in which day of these, down to half an hour.
 * @returns null when there are not so many
 */
export async function locate(
  context: CountContext,
  table: CountedKind,
  conditions: Condition[],
  skip: number,
): Promise<Located | null> {
  const { to } = countedPeriodOf(conditions)
  const inner = conditions.filter(({ about }) => about?.column !== 'created_at')
  const open = to === undefined || to >= context.now
  const newer = open ? null : countersFor(context, table, [...inner, ...bound('created_at', '>=', to + 1)])
  const wanted: Condition = {
    sql: `wanted AS (SELECT ?::bigint${newer === null ? '' : ` + (SELECT COALESCE(sum(count), 0)::bigint FROM (${newer.sql}) AS newer)`} AS place)`,
    values: [skip, ...(newer?.values ?? [])],
  }
  const levels = LEVELS.map((_, level) => levelOf(context.account.id, table, all(inner), level))
  const { sql, values } = numbered({
    sql: `WITH ${[wanted, ...levels].map((part) => part.sql).join(', ')}
          SELECT bucket + ${SPANS[0]} AS end, ((SELECT place FROM wanted) - before)::bigint AS skip
          FROM level${LEVELS.length - 1}`,
    values: [wanted, ...levels].flatMap((part) => part.values),
  })
  const [found] = await context.rows<{ end: number | bigint; skip: number | bigint }>(sql, values)
  return found ? { end: Number(found.end), skip: Number(found.skip) } : null
}

const LEVELS = [...SPANS].reverse()

/** The counter in which the row stands, among those of one length within the longer one that was found before. */
function levelOf(account_id: string, kind: CountedKind, where: Condition, level: number): Condition {
  const span = LEVELS[level]
  const outer = `level${level - 1}`
  const within = (column: string) =>
    level === 0
      ? ''
      : ` AND ${column} >= (SELECT bucket FROM ${outer}) AND ${column} < (SELECT bucket + ${LEVELS[level - 1]} FROM ${outer})`
  const sql = `level${level} AS (
    SELECT bucket, before FROM (
      SELECT bucket, total, ${level === 0 ? '0' : `(SELECT before FROM ${outer})`} + sum(total) OVER (ORDER BY bucket DESC) - total AS before
      FROM (
        SELECT bucket, sum(count) AS total FROM (
          SELECT bucket, count FROM record_counts
          WHERE account_id = ? AND kind = ? AND span = ${span}${within('bucket')} AND ${where.sql}
          UNION ALL
          SELECT created_at - created_at % ${span}, count FROM record_count_changes
          WHERE account_id = ? AND kind = ?${within('created_at')} AND ${where.sql}) AS counters
        GROUP BY bucket) AS buckets) AS running
    WHERE before <= (SELECT place FROM wanted) AND before + total > (SELECT place FROM wanted)
    ORDER BY bucket DESC LIMIT 1)`
  return { sql, values: [account_id, kind, ...where.values, account_id, kind, ...where.values] }
}
