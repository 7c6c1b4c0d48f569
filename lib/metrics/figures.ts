import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { DEAD_AFTER } from '#lib/database/heartbeat.ts'

/** What the database tells of the whole instance. Null: not readable for this role, or not there. */
export type MetricFigures = {
  queues: QueueFigures[]
  deliveries_due: number
  /** Seconds. */
  oldest_delivery: number | null
  processes: { kind: string | null; works: boolean; age: number }[]
  /** The last checks of the books, by name. */
  checks: Record<string, { violated: number; checked_at: number }>
  /** Alerts that have begun and not ended, by name. */
  alerts: Record<string, number>
  /** When the last backup was finished; null before the first. */
  last_backup_at: number | null
  database_bytes: number
  connections: number
  wal_position: number | null
  wal_bytes: number | null
  standbys: number
  replication_lag: number | null
  /** Whether PostgreSQL fails to archive its log, and when it last did so; null where it does not archive. */
  archive_failing: boolean | null
  archived_at: number | null
}
export type QueueFigures = {
  queue: string
  ready: number
  deferred: number
  active: number
  failed: number
  /** Seconds. */
  oldest: number | null
}

/** How many waiting entries of a queue, or of the deliveries, one look goes through. */
const AT_MOST = 10_000
/** Seconds without a heartbeat after which a process is no longer counted. */
const GONE_AFTER = Math.max(10, DEAD_AFTER)

/**
 * Every queue with the jobs that are due. Due jobs are counted in the index, up to a bound, and beyond it as the queue
 * itself has counted some seconds before; what is deferred, active or failed is always its count.
 */
export const QUEUES = `
  SELECT queue.name AS queue,
    CASE WHEN waiting.rows < ${AT_MOST} THEN waiting.ready ELSE GREATEST(queue.ready_count, waiting.ready) END::int AS ready,
    queue.deferred_count AS deferred, queue.active_count AS active, queue.failed_count AS failed,
    waiting.oldest::float8 AS oldest
  FROM pgboss.queue CROSS JOIN LATERAL (
    SELECT count(*) AS rows, count(*) FILTER (WHERE start_after <= now()) AS ready,
      extract(epoch FROM now() - min(start_after) FILTER (WHERE start_after <= now())) AS oldest
    FROM (SELECT start_after FROM pgboss.job WHERE job.name = queue.name AND state < 'active' AND NOT blocked
      ORDER BY priority DESC, created_on LIMIT ${AT_MOST}) AS oldest_created) AS waiting`

const FIGURES = `
  SELECT (SELECT coalesce(json_agg(queues), '[]') FROM (${QUEUES}) AS queues) AS queues,
    due.count AS deliveries_due, extract(epoch FROM now())::bigint - due.oldest AS oldest_delivery,
    (SELECT coalesce(json_agg(json_build_object('kind', kind, 'works', works,
        'age', greatest(0, extract(epoch FROM now() - beat_at))::float8)), '[]')
      FROM processes WHERE beat_at > now() - interval '${GONE_AFTER} seconds') AS processes,
    (SELECT coalesce(json_object_agg(name, json_build_object('violated', violated, 'checked_at', checked_at)), '{}')
      FROM book_checks WHERE checked_at IS NOT NULL) AS checks,
    (SELECT coalesce(json_object_agg(name, open), '{}')
      FROM (SELECT name, count(*) AS open FROM alerts WHERE ended_at IS NULL GROUP BY name) AS named) AS alerts,
    (SELECT max(finished_at) FROM backups) AS last_backup_at,
    pg_database_size(current_database()) AS database_bytes,
    (SELECT sum(numbackends)::int FROM pg_stat_database) AS connections,
    CASE WHEN NOT pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint END AS wal_position,
    (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
    (SELECT extract(epoch FROM max(replay_lag))::float8 FROM pg_stat_replication) AS replication_lag,
    archiver.failing AS archive_failing, archiver.at AS archived_at,
    has_function_privilege('pg_ls_waldir()', 'EXECUTE') AS may_list_wal
  FROM (SELECT count(*)::int AS count, min(due_at) AS oldest FROM (
    SELECT due_at FROM webhook_deliveries
    WHERE state = 'pending' AND due_at <= extract(epoch FROM now())::bigint LIMIT ${AT_MOST}) AS some_due) AS due
  LEFT JOIN (SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing,
      extract(epoch FROM last_archived_time)::float8 AS at
    FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off') AS archiver ON true`

const WAL_BYTES = 'SELECT sum(size)::bigint AS bytes FROM pg_ls_waldir()'

/** How long figures count as fresh, in milliseconds: scrapes of several servers do not multiply the queries. */
const FRESH_MS = 10_000
/** How long a scrape waits for the database, and a query before its connection is given up, in milliseconds. */
const PATIENCE_MS = 1000
const QUERY_MS = 3000
/** How long a connection may take to close, in milliseconds. */
const CLOSE_MS = 500

export type FigureReader = {
  /** The figures, at most ten seconds old; null when the database does not respond within a second. */
  read(): Promise<MetricFigures | null>
  /** How long the last queries took, in seconds. */
  tookSeconds(): number
  close(): Promise<void>
}

/**
 * Reads the figures on a connection of its own, so that a pool that is used up does not look like a dead database. One
 * look is under way at a time, however many scrapes wait for it.
 */
export function openFigures(
  url: string,
  { freshMs = FRESH_MS, patienceMs = PATIENCE_MS } = {},
): FigureReader {
  let client: Client | undefined
  let last: { figures: MetricFigures; at: number } | undefined
  let looking: Promise<MetricFigures> | undefined
  let took = 0

  async function connection(): Promise<Client> {
    if (client) return client
    const opened = new Client({
      connectionString: url,
      application_name: 'counterfoil metrics',
      connectionTimeoutMillis: QUERY_MS,
      query_timeout: QUERY_MS,
    })
    opened.on('error', () => {
      if (client === opened) client = undefined
    })
    await opened.connect()
    client = opened
    return opened
  }

  async function look(): Promise<MetricFigures> {
    const begun = performance.now()
    try {
      const figures = await figuresOf(await connection())
      last = { figures, at: performance.now() }
      return figures
    } catch (error) {
      if (client) abandon(client)
      client = undefined
      throw error
    } finally {
      took = (performance.now() - begun) / 1000
    }
  }

  return {
    async read() {
      if (last && performance.now() - last.at < freshMs) return last.figures
      looking ??= look().finally(() => {
        looking = undefined
      })
      looking.catch(() => undefined)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, patienceMs, null)
      })
      return Promise.race([looking.catch(() => null), late]).finally(() => clearTimeout(timer))
    },
    tookSeconds: () => took,
    async close() {
      const open = client
      client = undefined
      if (!open) return
      const ended = open.end().then(
        () => true,
        () => true,
      )
      if (!(await Promise.race([ended, sleep(CLOSE_MS, false, { ref: false })]))) abandon(open)
    },
  }
}

/** Without a farewell, which a database that hangs would never read. */
function abandon(client: Client): void {
  client.on('error', () => undefined)
  // pg has the connection on the client, and not in its types.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

async function figuresOf(client: Client): Promise<MetricFigures> {
  // A table may have ten million rows, and what is counted is in an index. Behind a pooler others use the connection next.
  // A scan that remains makes the plan look so costly to PostgreSQL 16 and 17 that they would compile it, for seconds.
  await client.query('BEGIN READ ONLY; SET LOCAL enable_seqscan = off; SET LOCAL jit = off')
  const { rows } = await client.query(FIGURES)
  const { may_list_wal, ...row } = rows[0]
  const wal = may_list_wal ? await client.query(WAL_BYTES) : undefined
  await client.query('COMMIT')
  const number = (value: unknown) => (value === null || value === undefined ? null : Number(value))
  return {
    ...row,
    oldest_delivery: number(row.oldest_delivery),
    last_backup_at: number(row.last_backup_at),
    database_bytes: Number(row.database_bytes),
    wal_position: number(row.wal_position),
    wal_bytes: number(wal?.rows[0]?.bytes),
  }
}
