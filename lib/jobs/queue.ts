import { PgBoss } from 'pg-boss'
import { log } from '#lib/log.ts'
import type { NewJob } from '#lib/pipeline/changes.ts'
import type { JobStatement } from '#lib/pipeline/changes-statement.ts'

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
 * the statement.
 */
function insertJobs(rows: string): string {
  return `INSERT INTO pgboss.job (id, name, data, priority, start_after, created_on, singleton_key, expire_seconds, deletion_seconds,
      keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds, blocked,
      blocking, pending_dependencies)
    SELECT gen_random_uuid(), queue.name, job.data, 0, start.at, pgboss.job_now(), job.key, queue.expire_seconds,
      queue.deletion_seconds, start.at + queue.retention_seconds * interval '1s', queue.retry_limit, queue.retry_delay,
      COALESCE(queue.retry_backoff, false), queue.retry_delay_max, queue.policy, queue.dead_letter, queue.heartbeat_seconds,
      false, false, 0
    FROM ${rows} job LEFT JOIN pgboss.queue ON queue.name = job.name
    CROSS JOIN LATERAL (SELECT pgboss.job_now() + job.after * interval '1s' AS at) start
    ON CONFLICT DO NOTHING`
}
