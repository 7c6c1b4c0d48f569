import { z } from 'zod'
import { hasServerAlone } from '#lib/domain/health/find.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { AllRetention, TABLES, type TableRetention } from './schema.ts'

export const getTableRetention = defineOperation({
  name: 'get_table_retention',
  title: 'Get how long each table is kept',
  summary:
    'Returns for each table of the database how long its rows are kept and why, and for the only merchant of a server how many there are.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: AllRetention,
  async run(context) {
    const [alone, workers] = await Promise.all([hasServerAlone(context), context.rows<Worker>(WORKERS, [])])
    // Rows of several merchants would tell each of the others.
    const sizes = alone ? await sizesOf(context) : new Map<string, Size>()
    return {
      tables: TABLES.map(([name, verdict]) => ({
        name,
        ...('retained' in verdict
          ? { deleted: null, why: verdict.retained, next_at: null }
          : {
              deleted: verdict.deleted,
              why: verdict.why,
              next_at: nextAt(context.now, verdict.every, workers),
            }),
        ...(sizes.get(name) ?? { rows: null, bytes: null, oldest_at: null }),
      })),
      has_worker: workers.length > 0,
    }
  },
})

type Worker = { started_at: number }
const WORKERS = `
  SELECT extract(epoch FROM started_at)::bigint AS started_at FROM processes
  WHERE works AND beat_at > now() - interval '10 seconds'`

/** Each worker looks when it starts, and again and again as long after each look: about, since a look takes some time. */
function nextAt(now: number, every: number, workers: Worker[]): number | null {
  const next = workers.map(({ started_at }) => now + every - (Math.max(0, now - Number(started_at)) % every))
  return next.length === 0 ? null : Math.min(...next)
}

type Size = Pick<TableRetention, 'rows' | 'bytes' | 'oldest_at'>

/** Rows as PostgreSQL last estimated them: to count them would read every table. */
async function sizesOf(context: Context): Promise<Map<string, Size>> {
  const tables = await context.rows<{
    name: string
    rows: number
    bytes: number
    dated: 'account' | 'all' | null
  }>(SIZES, [TABLES.map(([name]) => name)])
  const dated = tables.filter(({ dated }) => dated !== null)
  const oldest = dated.map(
    ({ name, dated }) => `SELECT '${name}' AS name, (${OLDEST[dated ?? 'all'](name)}) AS at`,
  )
  const found =
    oldest.length === 0
      ? []
      : await context.rows<{ name: string; at: number | null }>(oldest.join(' UNION ALL '), [])
  const firsts = new Map(found.map(({ name, at }) => [name, at]))
  return new Map(
    tables.map(({ name, rows, bytes }) => [name, { rows, bytes, oldest_at: firsts.get(name) ?? null }]),
  )
}

/** `dated`: whether an index begins with `created_at`, alone or behind the account, so that the oldest row is found at once. */
const SIZES = `
  SELECT class.relname AS name, pg_total_relation_size(class.oid) AS bytes,
    (CASE WHEN class.reltuples < 0 THEN pg_stat_get_live_tuples(class.oid) ELSE class.reltuples END)::bigint AS rows,
    (SELECT min(CASE WHEN first.attname = 'account_id' THEN 'account' ELSE 'all' END)
     FROM pg_index index
     JOIN pg_attribute first ON first.attrelid = class.oid AND first.attnum = index.indkey[0]
     LEFT JOIN pg_attribute second ON second.attrelid = class.oid AND second.attnum = index.indkey[1] AND index.indnkeyatts > 1
     WHERE index.indrelid = class.oid AND index.indpred IS NULL AND index.indisvalid
       AND (first.attname = 'created_at' OR (first.attname = 'account_id' AND second.attname = 'created_at'))) AS dated
  FROM pg_class class WHERE class.relnamespace = 'public'::regnamespace AND class.relkind = 'r' AND class.relname = ANY($1)`

const OLDEST = {
  all: (table: string) => `SELECT min(created_at) FROM ${table}`,
  account: (table: string) => `SELECT min(first.created_at) FROM accounts account CROSS JOIN LATERAL
    (SELECT created_at FROM ${table} WHERE account_id = account.id ORDER BY created_at LIMIT 1) AS first`,
}
