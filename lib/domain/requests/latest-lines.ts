import { all, bound, equal, numbered } from '#lib/database/conditions.ts'
import type { Narrowed } from '#lib/domain/list.ts'
import { isActorId } from '#lib/domain/requests/filters.ts'
import { MAX_SEARCHED, MAX_SEARCHED_ERRORS, type Searched } from '#lib/domain/requests/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** Filters that find few lines, by an index, whatever else is set. */
const FIND_FEW = ['ids', 'object', 'objects', 'key', 'client_request']
/** Filters that have an index, which is of no use where another filter leaves few of their lines. */
const INDEXED = ['status', 'reason', 'slow', 'actor']

/** What an index has of the lines that are errors. */
const ERROR = '(status >= 400 OR error_reason IS NOT NULL)'

/**
 * The log is searched as far as an index leads. Filters without one look through the latest lines of the period, or the
 * latest errors if they ask for errors, so that a log of any size is as quick to search.
 */
export async function latestLines(context: Context, set: Record<string, unknown>): Promise<Narrowed> {
  const { from, to, ...others } = set as { from?: number; to?: number }
  const names = Object.keys(others).filter((name) => set[name] !== undefined)
  if (names.length === 0 || names.some((name) => FIND_FEW.includes(name))) return EVERYTHING
  const [only = ''] = names
  const isIndexed = only === 'actor' ? isActorId(set.actor) : INDEXED.includes(only)
  return names.length === 1 && isIndexed ? EVERYTHING : latest(context, { from, to }, asksForErrors(set))
}

const EVERYTHING = { conditions: [], shown: { searched: null } }

function asksForErrors({ reason, field, status }: Record<string, unknown>): boolean {
  const classes = (status ?? []) as string[]
  return (
    reason !== undefined ||
    (field !== undefined && field !== '-') ||
    (classes.length > 0 && !classes.includes('2xx'))
  )
}

/** The latest lines, or errors, of a period. */
export async function latest(
  context: Context,
  { from, to }: { from?: number | undefined; to?: number | undefined },
  errors: boolean,
): Promise<Narrowed & { shown: { searched: Searched } }> {
  const kind = errors ? [{ sql: ERROR, values: [] }] : []
  const where = all([
    ...equal('account_id', context.account.id),
    ...bound('created_at', '>=', from),
    ...bound('created_at', '<=', to),
    ...kind,
  ])
  const { sql, values } = numbered({
    sql: `SELECT created_at FROM request_logs WHERE ${where.sql}
          ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?`,
    values: [...where.values, errors ? MAX_SEARCHED_ERRORS : MAX_SEARCHED],
  })
  const [edge] = await context.rows<{ created_at: number | bigint }>(sql, values)
  if (edge === undefined) return { conditions: kind, shown: { searched: null } }
  const oldest = Number(edge.created_at)
  return {
    // The time is a value of its own, and not read by the same statement, so that PostgreSQL knows how few lines follow it.
    conditions: [...kind, ...bound('created_at', '>=', oldest)],
    shown: { searched: { since: from ?? null, from: oldest, errors } },
  }
}
