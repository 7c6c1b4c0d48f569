import type { Query } from '#lib/database/query.ts'
import { DROP_FAILED_JOB, RETRY_FAILED_JOB } from '#lib/domain/health/change-job.ts'
import { JOB_RECORD } from '#lib/domain/health/find.ts'
import type { JobName } from '#lib/ports/jobs.ts'
import { redactText } from '#lib/process/redact.ts'

/** The most jobs that one list has. */
const AT_MOST = 500
/** The longest error that a list shows. */
const MAX_ERROR = 300

/** A job as operators see it: what it is about by its ID, and nothing else of its data. */
export type JobRow = {
  id: string
  queue: string
  /** ready: due, deferred: due later, active: being run, failed: out of retries. */
  state: 'ready' | 'deferred' | 'active' | 'failed'
  account_id: string | null
  /** The record that it is about. */
  object_id: string | null
  retries: number
  created_at: string
  due_at: string
  failed_at: string | null
  error: string | null
}

type Filter = { state: JobRow['state']; queue: JobName | null }

const CONDITIONS: Record<JobRow['state'], string> = {
  ready: "job.state < 'active' AND start_after <= now()",
  deferred: "job.state < 'active' AND start_after > now()",
  active: "job.state = 'active'",
  failed: "job.state = 'failed'",
}

const COLUMNS = `job.id::text AS id, job.name AS queue, job.data ->> 'account_id' AS account_id, ${JOB_RECORD} AS object_id,
  job.retry_count AS retries, job.created_on AS created_on, job.start_after AS start_after, job.completed_on AS completed_on,
  job.output ->> 'message' AS error`

type Stored = Omit<JobRow, 'state' | 'created_at' | 'due_at' | 'failed_at'> & {
  created_on: Date
  start_after: Date
  completed_on: Date | null
}

/** Jobs in one state, the oldest first, up to 500. */
export async function listJobs(query: Query, { state, queue }: Filter): Promise<JobRow[]> {
  const { rows } = await query<Stored>(
    `SELECT ${COLUMNS} FROM pgboss.job WHERE ${CONDITIONS[state]} AND ($1::text IS NULL OR name = $1)
     ORDER BY created_on, id LIMIT ${AT_MOST}`,
    [queue],
  )
  return rows.map((row) => shown(row, state))
}

/** The rows of a statement, within a transaction. */
type Rows = (text: string, values: unknown[]) => Promise<Stored[]>

/** Queues a failed job again with one retry more, due now. @returns null where no such job has failed */
export async function requeueJob(rows: Rows, id: string): Promise<JobRow | null> {
  const [row] = await rows(RETRY_FAILED_JOB + COLUMNS, [id, null])
  return row ? shown(row, 'ready') : null
}

/** Deletes a failed job. @returns null where no such job has failed */
export async function deleteJob(rows: Rows, id: string): Promise<JobRow | null> {
  const [row] = await rows(DROP_FAILED_JOB + COLUMNS, [id, null])
  return row ? shown(row, 'failed') : null
}

function shown(
  { created_on, start_after, completed_on, error, ...row }: Stored,
  state: JobRow['state'],
): JobRow {
  return {
    ...row,
    state,
    created_at: created_on.toISOString(),
    due_at: start_after.toISOString(),
    failed_at: state === 'failed' && completed_on ? completed_on.toISOString() : null,
    error: error === null ? null : redactText(error, MAX_ERROR),
  }
}
