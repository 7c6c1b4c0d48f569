import { approvalEmail } from '#lib/domain/approvals/approval-email.ts'
import { approversOf } from '#lib/domain/approvals/find.ts'
import { mayDecide } from '#lib/domain/approvals/rules.ts'
import { oneRequestAtATime, waitingSame } from '#lib/domain/approvals/same.ts'
import { APPROVAL_LASTS, type Cause, type Change, whyItWaits } from '#lib/domain/approvals/schema.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import { WrittenInstead } from '#lib/pipeline/another-transaction.ts'
import { type AppError, refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** The maximum number of pending requests of one app or person. */
export const MAX_WAITING = 25

/** The maximum number of people who get an email about one approval. */
export const MAX_NOTIFIED = 25

/**
 * The movement as it will run after the approval: every amount in `input` is fixed, so the approved amount is the one
 * that moves.
 */
export type PendingMovement = {
  operation: string
  input: object
  amount: number
  currency: string
  /** The record that the request is about: a payment, a transfer, a customer, an order. */
  object_id: string
  /** The payment or customer whose total it counts towards, if that is another record. */
  record?: string
  /** Whether the money leaves to a bank account that was added in the last 24 hours. */
  to_new_account?: boolean
}

/** The error for an app whose grant ended during its call. */
export const APP_ENDED = "The app's access has expired. Connect it again."

/** The request to approve: money, or a looser limit with the changes in words. */
export type PendingRequest = PendingMovement & {
  cause: Cause
  user_id: string | null
  changes?: Change[]
  /** Why a looser limit is asked for, in the words of the requester. */
  request_reason?: string
  /** When it takes effect without a decision, because no one else can decide it. */
  takes_effect_at?: number | null
}

/** Thrown out of the transaction, which is undone: in its place the approval is written, and the response names it. */
export class ApprovalRequired extends WrittenInstead {
  readonly as = { name: 'ask_for_approval', status: 202 }
  readonly request: PendingRequest
  constructor(request: PendingRequest) {
    super('Approval required.')
    this.name = 'ApprovalRequired'
    this.request = request
  }

  /** @returns waiting_for_approval, with metadata.approval_id */
  async write(context: Context, { permission }: { permission: Permission }): Promise<AppError> {
    const requested = await requestApproval(context, this.request, permission)
    return waitsFor(requested, this.request.cause, context.baseUrl)
  }
}

/** @param baseUrl of the dashboard, where a person decides */
function waitsFor(
  { id, expires_at, takes_effect_at, made }: RequestedApproval,
  cause: Cause,
  baseUrl: string,
): AppError {
  const description = !made
    ? 'The same request is already waiting for approval. This one was not sent.'
    : takes_effect_at
      ? 'This loosens a limit. No one else can approve it, so it takes effect in 24 hours unless it is withdrawn.'
      : `${whyItWaits(cause)} The request expires in 24 hours.`
  const approval_url = `${baseUrl}/approvals/${id}`
  const metadata = { approval_id: id, approval_url, cause, expires_at: String(expires_at) }
  return refused('waiting_for_approval', description, {
    metadata: made ? metadata : { ...metadata, already_waiting: 'true' },
  })
}

/** The pending approval. `made`: by this request, not by an earlier one. */
type RequestedApproval = { id: string; expires_at: number; takes_effect_at?: number | null; made: boolean }

/**
 * Records the approval, notifies the approvers, and schedules its expiry. A repeat with the same idempotency key is the same
 * approval.
 * @param permission of the operation itself, which the approver must have too
 */
async function requestApproval(
  context: Context,
  request: PendingRequest,
  permission: Permission,
): Promise<RequestedApproval> {
  const { actor, account, now } = context
  await assertStillLet(context)
  await oneRequestAtATime(context, request)
  const same = await earlier(context, request)
  if (same) return { ...same, made: false }
  const idempotency_key = context.idempotencyKey ?? `request:${context.requestId}`
  const takes_effect_at = request.takes_effect_at ?? null
  const expires_at = (takes_effect_at ?? now) + APPROVAL_LASTS
  const id = context.newId('approval')
  await context.rows(
    `INSERT INTO approvals (account_id, id, operation, input, idempotency_key, object_id, amount, currency, cause, status,
                            actor_kind, actor_id, actor_name, grant_id, user_id, request_id, created_at, expires_at,
                            changes, takes_effect_at, request_reason)
     VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, 'waiting', $10, $11, $12, $13, $14, $15, $16, $17, $18::jsonb, $19, $20)`,
    [
      account.id,
      id,
      request.operation,
      JSON.stringify(request.input),
      idempotency_key,
      request.object_id,
      request.amount,
      request.currency,
      request.cause,
      actor.kind,
      actor.id,
      actor.name,
      actor.kind === 'client' ? actor.id : null,
      request.user_id,
      context.requestId,
      now,
      expires_at,
      request.changes === undefined ? null : JSON.stringify(request.changes),
      takes_effect_at,
      request.request_reason ?? null,
    ],
  )
  await assertFew(context)
  context.about(id)
  const { operation, object_id, amount, currency, cause } = request
  context.note({
    operation,
    object_id,
    amount,
    currency,
    cause,
    ...(request.changes ? { requested: request.changes, reason: request.request_reason } : {}),
  })
  await tell(context, id, request, permission)
  context.enqueue(
    'expire-approval',
    { account_id: account.id, approval_id: id },
    { after: (takes_effect_at ?? expires_at) - now },
  )
  return { id, expires_at, takes_effect_at, made: true }
}

/**
 * The approval of an earlier request: the one with the same idempotency key, whatever its status, else a pending one
 * for the same movement.
 * @throws idempotency_key_reused. A key expires and an approval does not, so the key may belong to another request.
 */
async function earlier(context: Context, request: PendingRequest) {
  const { account, idempotencyKey } = context
  if (idempotencyKey !== undefined) {
    const before = await context.tables.approvals.findFirst({
      where: {
        account_id: account.id,
        operation: request.operation,
        idempotency_key: idempotencyKey,
      },
    })
    const isSame =
      before?.object_id === request.object_id &&
      Number(before.amount) === request.amount &&
      before.currency === request.currency
    if (before && !isSame) throw refused('idempotency_key_reused')
    if (before) return { id: before.id, expires_at: Number(before.expires_at) }
  }
  return waitingSame(context, request)
}

/**
 * Limits how many requests are pending, since each sends emails to several people. The new one counts. Concurrent calls
 * may exceed the limit by a few.
 * @throws too_many_approvals
 */
async function assertFew({ account, actor, now, rows }: Context): Promise<void> {
  const [waiting] = await rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM approvals
     WHERE account_id = $1 AND status = 'waiting' AND actor_id = $2 AND expires_at > $3`,
    [account.id, actor.id, now],
  )
  if ((waiting?.count ?? 0) > MAX_WAITING) throw refused('too_many_approvals', undefined, { retryAfter: 600 })
}

/**
 * The rolled-back transaction released the lock of the grant. It is taken again, so that no approval stays pending
 * under a grant that ended in between. A later end or replacement of the grant finds the approval.
 */
async function assertStillLet({ actor, account, now, rows }: Context): Promise<void> {
  if (actor.kind !== 'client') return
  const grants = await rows(
    `SELECT 1 FROM oauth_grants
     WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL AND expires_at > $3 FOR SHARE`,
    [account.id, actor.id, now],
  )
  if (grants.length === 0) throw refused('permission_denied', APP_ENDED)
}

/** One email for each person who can decide. */
async function tell(
  context: Context,
  id: string,
  request: PendingRequest,
  permission: Permission,
): Promise<void> {
  const { account, actor } = context
  const people = await approversOf(context, permission, MAX_NOTIFIED)
  const approval = { ...request, actor_kind: actor.kind, actor_id: actor.id }
  const email = approvalEmail({
    merchant: account.merchant_name,
    mode: account.mode,
    amount: request.amount,
    currency: request.currency,
    operation: request.operation,
    requester: actor.name,
    kind: actor.kind,
    why: request.takes_effect_at ? 'This loosens a limit.' : whyItWaits(request.cause),
    changes: request.changes ?? null,
    reason: request.request_reason ?? null,
    takes_effect_at: request.takes_effect_at ?? null,
    page: `${context.baseUrl}/approvals/${id}`,
  })
  // If no one else can decide, the requester gets the email: someone else may have used their sign-in.
  const takesEffectAt = request.takes_effect_at
    ? people
    : people.filter(({ id: userId, muted }) => !muted && mayDecide(approval, userId))
  for (const person of takesEffectAt)
    await writeMail(context, { kind: 'approval', object_id: id, recipient: person.email, ...email })
}
