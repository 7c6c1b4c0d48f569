import type { Columns } from '#lib/database/query.ts'
import { finishApproval } from '#lib/domain/approvals/end.ts'
import type { approvals, audit_lines } from '#lib/generated/prisma/client.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { errorBody, isAppError, isStoredError } from '#lib/pipeline/errors.ts'
import type { Actor, Operation, Runtime } from '#lib/pipeline/operation.ts'
import { newId } from '#lib/values/id.ts'

type Row = Columns<
  approvals,
  'account_id' | 'id' | 'operation' | 'input' | 'actor_id' | 'actor_name' | 'passed_at'
> & { actor_kind: Actor['kind']; decided_by: string }
/** `shown` is the description for people, with amounts in their currency. */
type Failure = { reason: Reason; description: string; shown?: string }
type End = { result: Record<string, unknown> } | { error: Failure }

/**
 * Runs an approved request for its requester, with their current permissions. Safe to repeat after a kill: it runs
 * under one idempotency key, the transaction that moves the money marks the approval, and the result is written once.
 * An attempt that cannot be settled now (the bank is silent, another process runs it) is thrown, for the job.
 */
export async function runApproval(runtime: Runtime, accountId: string, id: string): Promise<void> {
  const { rows } = await runtime.query<Row>(
    `SELECT account_id, id, operation, input, actor_kind, actor_id, actor_name, decided_by, passed_at FROM approvals
     WHERE account_id = $1 AND id = $2 AND status = 'approved' AND finished_at IS NULL`,
    [accountId, id],
  )
  const [row] = rows
  if (!row) return
  const end = await carryOut(runtime, row)
  const system = await runtime.actors.system(accountId, 'run-approval')
  await runtime.execute(
    runtime,
    finishApproval,
    system,
    { id, ...end },
    { requestId: newId('request', runtime.clock()) },
  )
}

async function carryOut(runtime: Runtime, row: Row): Promise<End> {
  const operation = await runtime.operationNamed(row.operation)
  if (!operation || !(operation.movesMoney || operation.loosensLimits))
    return failed('record_not_found', 'The record of this request no longer exists.')
  const requester = await requesterFor(runtime, row, operation)
  if (!requester) return failed('permission_denied', 'The requester no longer has access to this account.')
  const actor = { ...requester, approval: { id: row.id, by: row.decided_by } }
  try {
    const { value } = await runtime.execute(runtime, operation, actor, row.input, {
      requestId: newId('request', runtime.clock()),
      idempotencyKey: 'run',
    })
    return { result: value as Record<string, unknown> }
  } catch (thrown) {
    const error = errorOf(thrown)
    return error.reason === 'approval_used' ? whatWasDone(runtime, row) : { error }
  }
}

/**
 * With the requester's current permissions; once the money has begun to move, with those of then, so that a request
 * interrupted by a crash finishes.
 */
async function requesterFor(runtime: Runtime, row: Row, { permission }: Operation): Promise<Actor | null> {
  if (row.passed_at === null) return runtime.actors.requester(row)
  const { account } = await runtime.actors.system(row.account_id, 'run-approval')
  const { actor_kind: kind, actor_id: id, actor_name: name } = row
  return { kind, id, name, account, permissions: new Set([permission]) }
}

const failed = (reason: Reason, description: string): End => ({ error: { reason, description } })

/** An error that is final. @throws what does not: a fault, a silent bank, a run of another process that has not ended */
function errorOf(thrown: unknown): Failure {
  if (isStoredError(thrown)) {
    const { reason, description } = thrown.error
    return { reason, description }
  }
  if (!isAppError(thrown) || thrown.status >= 500 || thrown.reason === 'idempotency_key_in_use') throw thrown
  const { reason, description } = errorBody(thrown).error
  return { reason, description, shown: thrown.shown }
}

/**
 * The result when a crash lost the response: the audit line of the transaction that moved the money names the record.
 * A capture that the bank declined has none: it was begun, and no money has moved.
 */
async function whatWasDone(runtime: Runtime, row: Row): Promise<End> {
  const { rows } = await runtime.query<Columns<audit_lines, 'object_id'>>(
    `SELECT line.object_id FROM audit_lines line
     JOIN approvals approval ON approval.account_id = line.account_id AND approval.id = $2
     WHERE line.account_id = $1 AND line.created_at >= approval.passed_at AND line.created_at <= approval.passed_at + 60
       AND line.details ->> 'approval_id' = $2 AND line.object_id IS NOT NULL
     ORDER BY line.created_at, line.id LIMIT 1`,
    [row.account_id, row.id],
  )
  const id = rows[0]?.object_id
  if (typeof id === 'string') return { result: { id } }
  return failed('approval_used', 'The bank declined it, so no money was moved. Request it again.')
}
