import type { HeldForApproval } from '#lib/domain/approvals/hold.ts'
import { type RequestedApproval, requestApproval } from '#lib/domain/approvals/request-approval.ts'
import { type Cause, whyItWaits } from '#lib/domain/approvals/schema.ts'
import type { Permission } from '#lib/permissions.ts'
import { auditLine, flush, inTransaction } from '#lib/pipeline/context.ts'
import { type AppError, errorBody, refused } from '#lib/pipeline/errors.ts'
import { type Claim, savedResponse } from '#lib/pipeline/idempotency.ts'
import type { Actor, Meta, Runtime } from '#lib/pipeline/operation.ts'

/**
 * Does the work of an operation. When it holds itself for approval, what it did is undone, and the request for approval is
 * written by a transaction of its own, with the response of the idempotency key.
 * @throws waiting_for_approval, with metadata.approval_id
 */
export async function requireApproval<T>(
  runtime: Runtime,
  operation: { permission: Permission },
  actor: Actor,
  meta: Meta,
  claim: Claim | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!isHeld(thrown)) throw thrown
    const asking = { name: 'ask_for_approval', status: 202 }
    const waiting = await inTransaction(runtime, asking, actor, meta, async (context) => {
      const asked = await requestApproval(context, thrown, operation.permission)
      if (asked.made) context.changes.insert('audit_lines', auditLine(context, asking, asked))
      const response = waitsFor(asked, thrown.asked.cause, runtime.baseUrl)
      const body = JSON.stringify(errorBody(response))
      if (claim) context.changes.update(...savedResponse(claim, { status: response.status, body }))
      await flush(runtime, context)
      return response
    })
    if (claim) claim.answered = true
    throw waiting
  }
}

/** @param baseUrl of the dashboard, where a person decides */
function waitsFor(
  { id, expires_at, takes_effect_at, made }: RequestedApproval,
  cause: Cause,
  baseUrl: string,
): AppError {
  const description = !made
    ? 'The same request is already waiting for approval. It was not added again.'
    : takes_effect_at
      ? 'This loosens a limit. No one else can approve it, so it takes effect in 24 hours unless it is withdrawn.'
      : `${whyItWaits(cause)} The request expires in 24 hours.`
  const approval_url = `${baseUrl}/approvals/${id}`
  const metadata = { approval_id: id, approval_url, cause, expires_at: String(expires_at) }
  return refused('waiting_for_approval', description, {
    metadata: made ? metadata : { ...metadata, already_waiting: 'true' },
  })
}

/** By name and not by class: Next's bundle and plain Node each load that file once. */
function isHeld(thrown: unknown): thrown is HeldForApproval {
  return thrown instanceof Error && thrown.name === 'HeldForApproval' && 'asked' in thrown
}
