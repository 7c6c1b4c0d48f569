import { z } from 'zod'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { hasServerAlone, JOB_RECORD } from './find.ts'

const JobId = z.strictObject({ id: z.uuid() })
const ChangedJob = z.object({ id: z.string(), queue: z.string(), object_id: z.string().nullable() })

const FAILED = "id = $1::uuid AND state = 'failed' AND ($2::text IS NULL OR data ->> 'account_id' = $2)"

/** Queues a failed job ($1) of an account ($2, or null for any) again with one retry more, due now. Columns follow. */
export const RETRY_FAILED_JOB = `UPDATE pgboss.job SET state = 'retry', retry_limit = retry_limit + 1, completed_on = NULL,
    start_after = now(), keep_until = GREATEST(keep_until, now() + interval '14 days')
  WHERE ${FAILED} RETURNING `

/** Deletes one. */
export const DROP_FAILED_JOB = `DELETE FROM pgboss.job WHERE ${FAILED} RETURNING `

export const retryJob = defineOperation({
  name: 'retry_job',
  title: 'Queue a failed job again',
  summary:
    'Queues a job that failed after all retries again, which is harmless: jobs look at the state of their record first.',
  permission: 'business:write',
  http: null,
  input: JobId,
  output: ChangedJob,
  run: (context, { id }) => changeJob(context, RETRY_FAILED_JOB, id),
})

export const dropJob = defineOperation({
  name: 'drop_job',
  title: 'Drop a failed job',
  summary:
    'Deletes a job that failed after all retries. The record that it is about stays as it is: a pending refund stays pending.',
  permission: 'business:write',
  http: null,
  confirm: 'live',
  input: JobId,
  output: ChangedJob,
  run: (context, { id }) => changeJob(context, DROP_FAILED_JOB, id),
})

/** @throws permission_denied on a server of several merchants, record_not_found for a job that has not failed */
async function changeJob(
  context: Context,
  statement: string,
  id: string,
): Promise<z.output<typeof ChangedJob>> {
  if (!(await hasServerAlone(context)))
    throw refused(
      'permission_denied',
      'Several merchants share this server. Its operator retries and drops jobs.',
    )
  const [job] = await context.rows<z.output<typeof ChangedJob>>(
    `${statement} job.id::text AS id, job.name AS queue, ${JOB_RECORD} AS object_id`,
    [id, context.account.id],
  )
  if (!job)
    throw refused('record_not_found', 'This job was retried or dropped, or deleted a day after it failed.')
  context.about(job.object_id ?? job.id)
  context.note({ job: job.id, queue: job.queue })
  return job
}
