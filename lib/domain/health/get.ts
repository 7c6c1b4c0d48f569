import { z } from 'zod'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { HOUR } from '#lib/values/time.ts'
import { hasServerAlone, JOB_RECORD } from './find.ts'
import { Health } from './schema.ts'

/** Seconds without a heartbeat after which a process is no longer shown; /readyz waits as long. */
const GONE_AFTER = 10
const MAX_JOBS = 20
const MAX_ALERTS = 10
const MAX_DUE = 10_000

export const getHealth = defineOperation({
  name: 'get_health',
  title: 'Get the health of the server',
  summary:
    'Returns the processes that run, the deliveries, failed jobs and acquirer of the account, and for the only merchant of a server its queue and database.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: Health,
  async run(context) {
    const [processes, [deliveries], failed_jobs, [acquirer], alone] = await Promise.all([
      context.rows(PROCESSES, []),
      context.rows(DELIVERIES, [context.account.id, context.now]),
      context.rows(FAILED_JOBS, [context.account.id]),
      context.rows(ACQUIRER, [context.account.id, context.now - HOUR]),
      hasServerAlone(context),
    ])
    const instance = alone ? await instanceHealth(context) : null
    return { processes, deliveries, failed_jobs, acquirer: acquirer ?? null, instance }
  },
})

const PROCESSES = `
  SELECT kind, works AS runs_jobs, version, extract(epoch FROM started_at)::bigint AS started_at,
    extract(epoch FROM beat_at)::bigint AS beat_at
  FROM processes WHERE beat_at > now() - interval '${GONE_AFTER} seconds' ORDER BY kind, started_at LIMIT 100`

const DELIVERIES = `
  SELECT due.count AS due, due.oldest AS oldest_due_at,
    (SELECT count(*) FROM webhook_endpoints WHERE account_id = $1 AND deleted_at IS NULL AND active
      AND disabled_at IS NULL AND failing_since IS NOT NULL) AS failing_webhooks,
    (SELECT count(*) FROM webhook_endpoints WHERE account_id = $1 AND deleted_at IS NULL AND disabled_at IS NOT NULL)
      AS disabled_webhooks
  FROM (SELECT count(*) AS count, min(due_at) AS oldest FROM (
    SELECT due_at FROM webhook_deliveries WHERE account_id = $1 AND state = 'pending' AND due_at <= $2
    LIMIT ${MAX_DUE}) AS some_due) AS due`

/** The queue counts its failed jobs, so that its rows are read only where there are any. */
const FAILED_JOBS = `
  SELECT job.id::text AS id, job.name AS queue, job.retry_count AS retries,
    ${JOB_RECORD} AS object_id,
    extract(epoch FROM coalesce(job.completed_on, job.created_on))::bigint AS failed_at
  FROM pgboss.job job
  WHERE job.name IN (SELECT name FROM pgboss.queue WHERE failed_count > 0) AND job.state = 'failed'
    AND job.data ->> 'account_id' = $1
  ORDER BY job.completed_on DESC, job.id LIMIT ${MAX_JOBS}`

const ACQUIRER = `
  SELECT acquirer.id, acquirer.name, count(line.id) AS calls, count(line.error) AS failed
  FROM acquirers acquirer LEFT JOIN acquirer_calls line ON line.account_id = acquirer.account_id
    AND line.acquirer_id = acquirer.id AND line.created_at > $2 AND line.call NOT IN ('notification', 'return')
  WHERE acquirer.account_id = $1 AND acquirer.state = 'active' GROUP BY acquirer.account_id, acquirer.id, acquirer.name`

async function instanceHealth(context: Context): Promise<object> {
  const [queues, alerts, [figures]] = await Promise.all([
    context.rows(
      `SELECT name AS queue, ready_count AS waiting, active_count AS active, failed_count AS failed
       FROM pgboss.queue ORDER BY name`,
      [],
    ),
    context.rows(
      `SELECT id, name, summary, began_at, ended_at FROM alerts ORDER BY ended_at IS NOT NULL, began_at DESC, id
       LIMIT ${MAX_ALERTS}`,
      [],
    ),
    context.rows<{ bytes: number; checked_at: number | null; violated: number }>(
      `SELECT pg_database_size(current_database()) AS bytes, (SELECT min(checked_at) FROM book_checks) AS checked_at,
         (SELECT sum(violated) FROM book_checks)::int AS violated`,
      [],
    ),
  ])
  const { bytes, checked_at, violated } = figures ?? {}
  return { database_bytes: bytes, queues, alerts, books: { checked_at, violated } }
}
