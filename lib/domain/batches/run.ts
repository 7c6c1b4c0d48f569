import type { Columns } from '#lib/database/query.ts'
import { settleBatch } from '#lib/domain/batches/change.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { refundPaymentIfUnchanged } from '#lib/domain/refunds/create.ts'
import type { batch_rows, batches } from '#lib/generated/prisma/client.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { errorBody, isAppError, isStoredError } from '#lib/pipeline/errors.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { newId } from '#lib/values/id.ts'

/** One job works for so long, in milliseconds; the next one goes on. */
const PORTION_MS = 20_000
/** How often a row is tried while the bank is silent or the payment is in use. */
const ATTEMPTS = 5

type Row = Columns<batch_rows, 'number' | 'payment_id' | 'amount' | 'expected' | 'attempts'> &
  Columns<batches, 'kind' | 'reason' | 'started_by_kind' | 'started_by_id'> & {
    /** The IP address from which the batch was started. */
    ip: string | null
  }
type End = { status: 'done' | 'waiting' | 'failed'; result_id: string | null; problem: string | null }
/** Nothing can be done for now, with this row or others: seconds until the next try. */
type Throttled = { after: number }

/**
 * Carries out the rows of a running batch in their order, each as the person who started it and by the operation of a
 * single refund or capture, so thresholds and approvals hold. Safe to repeat after a kill: each row has its own
 * idempotency key, which no caller can send.
 * @throws what cannot be settled now (the bank is silent, another process runs the row), for the job
 */
export async function runBatch(runtime: Runtime, accountId: string, id: string): Promise<void> {
  const until = performance.now() + PORTION_MS
  let after = 0
  while (performance.now() < until) {
    // Read before each row: the batch may have been paused or cancelled, and the person may have left.
    const row = await nextRow(runtime, accountId, id)
    if (!row) break
    const end = await carryOut(runtime, accountId, id, row)
    if ('after' in end) {
      after = end.after
      break
    }
    await runtime.query(
      `UPDATE batch_rows SET status = $4, result_id = $5, problem = $6, finished_at = $7
       WHERE account_id = $1 AND batch_id = $2 AND number = $3 AND status IN ('ready', 'left')`,
      [accountId, id, row.number, end.status, end.result_id, end.problem, Math.floor(runtime.clock() / 1000)],
    )
  }
  const system = await runtime.actors.system(accountId, 'run-batch')
  await runtime.execute(
    runtime,
    settleBatch,
    system,
    { id, after },
    { requestId: newId('request', runtime.clock()) },
  )
}

async function nextRow(runtime: Runtime, accountId: string, id: string): Promise<Row | undefined> {
  const { rows } = await runtime.query<Row>(
    `SELECT line.number, line.payment_id, line.amount, line.expected, line.attempts,
            batch.kind, COALESCE(line.reason, batch.reason) AS reason, batch.started_by_kind, batch.started_by_id,
            (SELECT ip FROM audit_lines started WHERE started.account_id = $1 AND started.object_id = $2
               AND started.action IN ('start_refund_batch', 'start_capture_batch')
             ORDER BY started.created_at DESC LIMIT 1) AS ip
     FROM batches batch JOIN batch_rows line ON line.account_id = batch.account_id AND line.batch_id = batch.id
     WHERE batch.account_id = $1 AND batch.id = $2 AND batch.status = 'running' AND line.status = 'ready'
     ORDER BY line.number LIMIT 1`,
    [accountId, id],
  )
  return rows[0]
}

async function carryOut(runtime: Runtime, accountId: string, id: string, row: Row): Promise<End | Throttled> {
  const request = {
    account_id: accountId,
    actor_kind: row.started_by_kind ?? '',
    actor_id: row.started_by_id ?? '',
  }
  const starter = await runtime.actors.requester(request)
  if (!starter) return failed('The person who started the batch no longer has access to this account.')
  const actor: Actor = { ...starter, batch: id }
  const requestId = newId('request', runtime.clock())
  const meta = { requestId, idempotencyKey: String(row.number), ip: row.ip }
  try {
    const amount = Number(row.amount)
    if (row.kind === 'capture') {
      const input = { id: row.payment_id, amount }
      const { value } = await runtime.execute(runtime, capturePayment, actor, input, meta)
      return { status: 'done', result_id: value.id, problem: null }
    }
    const notes = { batch_id: id, ...(row.reason === null ? {} : { reason: row.reason }) }
    const input = { id: row.payment_id, amount, expected_refundable: Number(row.expected), notes }
    const { value } = await runtime.execute(runtime, refundPaymentIfUnchanged, actor, input, meta)
    return { status: 'done', result_id: value.id, problem: null }
  } catch (thrown) {
    return endOf(runtime, accountId, id, row, thrown)
  }
}

/** The error of a row. @throws what may succeed later, until the row was tried too often */
async function endOf(
  runtime: Runtime,
  accountId: string,
  id: string,
  row: Row,
  thrown: unknown,
): Promise<End | Throttled> {
  if (isAppError(thrown) && thrown.status === 429) return { after: thrown.retryAfter ?? THROTTLED }
  const error = isStoredError(thrown) ? thrown.error : isAppError(thrown) ? errorBody(thrown).error : null
  const description = isAppError(thrown) ? thrown.shown : error?.description
  if (error?.reason === 'waiting_for_approval')
    return { status: 'waiting', result_id: error.metadata.approval_id ?? null, problem: description ?? null }
  const later = isAppError(thrown) && (thrown.status >= 500 || LATER.has(thrown.reason))
  if (description !== undefined && !later) return failed(description)
  if (row.attempts + 1 >= ATTEMPTS)
    return failed(`Not settled after ${ATTEMPTS} attempts. Check the payment before you try again.`)
  await runtime.query(
    `UPDATE batch_rows SET attempts = attempts + 1 WHERE account_id = $1 AND batch_id = $2 AND number = $3`,
    [accountId, id, row.number],
  )
  throw thrown
}

/** Another request has the payment or the key of the row in hand. */
const LATER = new Set<Reason>(['idempotency_key_in_use', 'operation_in_progress'])
/** Seconds after which a row is tried again, where the limit that it met does not say. */
const THROTTLED = 60

function failed(problem: string): End {
  return { status: 'failed', result_id: null, problem }
}
