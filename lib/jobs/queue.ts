import { PgBoss } from 'pg-boss'
import pgBoss from 'pg-boss/package.json' with { type: 'json' }
import type { NewJob } from '#lib/pipeline/changes.ts'
import type { JobStatement } from '#lib/pipeline/changes-statement.ts'
import { JOB_NAMES } from '#lib/ports/jobs.ts'
import { log } from '#lib/process/log.ts'

/** How a job behaves when it fails: again and again with growing pauses, since none of them may be given up quietly. */
const BEHAVIOUR = {
  retryLimit: 20,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 60,
  deleteAfterSeconds: 86_400,
}

/** Where pg-boss keeps a setting, in the table of queues. */
const COLUMNS = {
  retryLimit: 'retry_limit',
  retryDelay: 'retry_delay',
  retryBackoff: 'retry_backoff',
  retryDelayMax: 'retry_delay_max',
  expireInSeconds: 'expire_seconds',
  deleteAfterSeconds: 'deletion_seconds',
} satisfies Record<keyof typeof BEHAVIOUR, string>

type Query = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>
type Wanted = { version: number; names: readonly string[]; behaviour: typeof BEHAVIOUR }

/** What this version needs of the queue. */
export const WANTED: Wanted = { version: pgBoss.pgboss.schema, names: JOB_NAMES, behaviour: BEHAVIOUR }

/**
 * Whether `prepareQueue` has nothing to do: the tables are of this version of pg-boss or a later one, no index of theirs
 * waits to be built, and every queue has its settings. Read from the tables themselves, so that a set-up that ended
 * half-way never counts.
 */
export async function isQueuePrepared(query: Query, wanted: Wanted = WANTED): Promise<boolean> {
  const { rows } = await query(
    `SELECT to_regclass('pgboss.version') IS NOT NULL AND to_regclass('pgboss.queue') IS NOT NULL
       AND to_regclass('pgboss.bam') IS NOT NULL AS installed`,
    [],
  )
  if (!rows[0]?.installed) return false
  const settings = Object.values(COLUMNS).map((column) => `queue.${column}::text`)
  const values = Object.keys(COLUMNS).map((key) => String(wanted.behaviour[key as keyof typeof COLUMNS]))
  const compared = await query(
    `SELECT (SELECT max(version) FROM pgboss.version) >= $1::int
       AND NOT EXISTS (SELECT FROM pgboss.bam WHERE status <> 'completed')
       AND NOT EXISTS (SELECT FROM unnest($2::text[]) AS wanted (name) LEFT JOIN pgboss.queue USING (name)
         WHERE ARRAY[${settings.join(', ')}] IS DISTINCT FROM $3::text[]) AS prepared`,
    [wanted.version, wanted.names, values],
  )
  return compared.rows[0]?.prepared === true
}

/** Creates or upgrades the tables of the queue. Part of `migrate`. */
export async function prepareQueue(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    max: 2,
  })
  await boss.start()
  for (const name of JOB_NAMES) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, BEHAVIOUR)
    else await boss.createQueue(name, BEHAVIOUR)
  }
  await boss.stop({ graceful: false })
}

export type Queue = {
  boss: PgBoss
  /** Queues jobs in the statement that writes the change: they exist if and only if the change does. Null for a queue in memory. */
  statement: JobStatement | null
  /** Takes the jobs of a committed change, where there is no statement. */
  queued(jobs: NewJob[]): void
}

/** Opens the queue on a small pool of its own, for workers; the jobs themselves are written with the changes. */
export function openQueue(databaseUrl: string, options: { works: boolean }): Queue {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'pgboss',
    max: options.works ? 4 : 1,
    migrate: false,
    createSchema: false,
    supervise: options.works,
    schedule: false,
    monitorIntervalSeconds: 10,
    application_name: 'counterfoil queue',
  })
  boss.on('error', (error) => log().warn({ err: error }, 'The queue lost its database connection.'))
  return { boss, statement: insertJobs, queued() {} }
}

/**
 * What `boss.send` does, as a part of another statement: `queue.db.test.ts` compares the rows. A job without a queue fails
 * the statement. A key alone keeps no second job away, but a key with a time does, for as long as the first is there.
 */
function insertJobs(rows: string): string {
  return `INSERT INTO pgboss.job (id, name, data, priority, start_after, created_on, singleton_key, singleton_on,
      expire_seconds, deletion_seconds,
      keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds, blocked,
      blocking, pending_dependencies)
    SELECT gen_random_uuid(), queue.name, job.data, CASE WHEN job.behind THEN -1 ELSE 0 END, start.at, pgboss.job_now(), job.key,
      CASE WHEN job.key IS NOT NULL THEN timestamp 'epoch' END, queue.expire_seconds,
      queue.deletion_seconds, start.at + queue.retention_seconds * interval '1s', queue.retry_limit, queue.retry_delay,
      COALESCE(queue.retry_backoff, false), queue.retry_delay_max, queue.policy, queue.dead_letter, queue.heartbeat_seconds,
      false, false, 0
    FROM ${rows} job LEFT JOIN pgboss.queue ON queue.name = job.name
    CROSS JOIN LATERAL (SELECT pgboss.job_now() + job.after * interval '1s' AS at) start
    ON CONFLICT DO NOTHING`
}
