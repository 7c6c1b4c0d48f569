import { z } from 'zod'
import { deleteJob, type JobRow, listJobs, requeueJob } from '#lib/jobs/manage.ts'
import { JOB_NAMES } from '#lib/ports/jobs.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { Misuse, type Output, type Values } from './command.ts'
import { type Instance, withInstance, writeAuditLines } from './instance.ts'

const STATES = ['failed', 'ready', 'deferred', 'active'] as const

/** `jobs list` */
export function list(values: Values): Promise<Output> {
  const state = STATES.find((one) => one === (values.state ?? 'failed'))
  if (!state) throw new Misuse(`--state must be one of ${STATES.join(', ')}.`)
  const queue = values.queue === undefined ? null : JOB_NAMES.find((one) => one === values.queue)
  if (queue === undefined) throw new Misuse(`--queue must be one of ${JOB_NAMES.join(', ')}.`)
  return withInstance(async ({ runtime }) => {
    const jobs = await listJobs(runtime.query, { state, queue })
    return { json: { jobs }, text: jobs.length === 0 ? `No ${state} jobs.` : tableOf(jobs) }
  })
}

/** `jobs retry`: the job is queued again, with one retry more. */
export function retry(values: Values): Promise<Output> {
  return change(values, 'retry_job', requeueJob, 'is queued again.')
}

/** `jobs drop`: the job is deleted. What it was about stays as it is. */
export function drop(values: Values): Promise<Output> {
  return change(values, 'drop_job', deleteJob, 'was dropped. The record that it was about stays as it is.')
}

/** A change to a failed job and its audit line are one transaction. */
function change(values: Values, action: string, run: typeof requeueJob, result: string): Promise<Output> {
  const id = z.uuid().safeParse(values.job)
  if (!id.success) throw new Misuse('The job is a UUID, as shown by `jobs list`.')
  return withInstance(async ({ transaction }: Instance) => {
    const job = await transaction(async (tables) => {
      const job = await run((text, values) => tables.$queryRawUnsafe(text, ...values), id.data)
      if (!job)
        throw new CannotStart(
          `There is no failed job ${id.data}. Run \`jobs list\` for those that there are.`,
        )
      // A job of an account that was erased meanwhile has no log to be written to.
      const isThere = (await tables.accounts.count({ where: { id: job.account_id ?? '' } })) > 0
      if (job.account_id !== null && isThere)
        await writeAuditLines(tables, [job.account_id], {
          action,
          object_id: job.object_id ?? job.id,
          details: { job: job.id, queue: job.queue },
        })
      return job
    })
    return { json: job, text: `The job ${job.id} (${job.queue}) ${result}` }
  })
}

function tableOf(jobs: JobRow[]): string {
  return jobs
    .map(({ id, queue, state, due_at, retries, object_id, error }) =>
      [
        `${id}  ${state.padEnd(8)}  ${queue.padEnd(20)}  ${object_id ?? ''}`.trimEnd(),
        `    due ${due_at}, retried ${retries} times${error === null ? '' : `: ${error}`}`,
      ].join('\n'),
    )
    .join('\n')
}
