import type { Part } from '#lib/database/query.ts'
import { holdToCeilings } from '#lib/domain/approvals/ceilings.ts'
import { type CountedFor, lockTotals, recordUnapprovedMovement } from '#lib/domain/approvals/moved-alone.ts'
import {
  APP_ENDED,
  ApprovalRequired,
  type PendingMovement,
  type PendingRequest,
} from '#lib/domain/approvals/request-approval.ts'
import {
  numberOrNull,
  type Requester,
  type RequesterRow,
  requesterFrom,
  requesterOf,
  requesterPart,
} from '#lib/domain/approvals/requester.ts'
import { causeOfAmount, causeOfCall, causeOfTotals, lowestOf } from '#lib/domain/approvals/rules.ts'
import { connectionsNamedAlike } from '#lib/domain/approvals/same-app.ts'
import { type Flow, flowOf } from '#lib/domain/approvals/schema/policy.ts'
import type { Cause } from '#lib/domain/approvals/schema.ts'
import { NeedsLocks } from '#lib/pipeline/another-transaction.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Actor, Context } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

/**
 * The data about the requester that the gate needs, to be read with the rows of the operation; `holdForApproval` takes
 * the row. The subqueries return nothing where no gate applies.
 */
export function gatePart(context: Context, request: { operation: string; object_id: string }): Part {
  const { actor } = context
  const flow = flowOf(request.operation)
  const asks = !context.locked && flow !== null && (actor.kind === 'user' || actor.kind === 'key')
  return asks ? requesterPart(context, flow, request) : { sql: 'SELECT 1 AS nothing WHERE false', values: [] }
}

/**
 * Lets money move, or holds it for a person: called in the transaction that moves it, when what it touches is locked and
 * its rules have passed, before anything is written. Refunds, wallet credits and payouts are held to the thresholds of
 * the person behind them, added up over 24 hours (policy.ts); an app also to the limits of its grant, which stays
 * locked until the transaction ends; refunds of a key also to its ceilings. Payers and the platform are never held. What
 * was approved passes, once.
 * @param gate what `gatePart` found, where rows are read without a lock
 * @throws NeedsLocks where no lock is held and a limit may be in the way
 * @throws ApprovalRequired
 * @throws permission_denied when the grant has ended since the call began
 * @throws key_refund_limit, key_refund_day_limit
 * @throws approval_used, approval_changed
 */
export async function holdForApproval(
  context: Context,
  movement: PendingMovement,
  gate?: RequesterRow | null,
): Promise<void> {
  const { actor } = context
  const flow = flowOf(movement.operation)
  if (!context.locked) return holdWithoutLocks(actor, movement, flow, gate)
  if (actor.kind === 'client') return holdApp(context, movement, flow)
  if (actor.kind !== 'user' && actor.kind !== 'key') return
  if (actor.approval && actor.kind === 'user') return passOnce(context, actor.approval.id, movement)
  if (flow === null) return actor.approval && passOnce(context, actor.approval.id, movement)
  const requester = await requesterOf(context, movement, flow, actor.kind === 'user' ? actor.id : null)
  if (actor.kind === 'key' && flow === 'refunds')
    await holdToCeilings(context, requester.ceilings, movement.amount, movement.object_id)
  if (actor.approval) return passOnce(context, actor.approval.id, movement)
  const cause = requester.before ?? (await causeOfFlow(context, { movement, flow, requester }))
  if (cause) throw new ApprovalRequired({ ...movement, cause, user_id: requester.user_id })
}

/** Lets money move if no limit applies to the requester; counting or marking needs locks. @throws NeedsLocks */
function holdWithoutLocks(
  actor: Actor,
  movement: PendingMovement,
  flow: Flow | null,
  gate: RequesterRow | null | undefined,
): void {
  if (actor.kind !== 'user' && actor.kind !== 'key') {
    if (actor.kind === 'client') throw new NeedsLocks()
    return
  }
  if (actor.approval) throw new NeedsLocks()
  if (flow === null) return
  if (!gate) throw new NeedsLocks()
  const { thresholds, before, guarded, ceilings } = requesterFrom(gate)
  const limited = lowestOf(thresholds) !== null || before !== null || (guarded && movement.to_new_account)
  const ceiling = ceilings.refund_limit !== null || ceilings.refund_day_limit !== null
  if (limited || (ceiling && flow === 'refunds')) throw new NeedsLocks()
}

/**
 * Why the thresholds of a flow require a second person; null if they don't, and the movement is then counted. A
 * requester without thresholds locks nothing and writes no row.
 * @param client_id of an app
 */
async function causeOfFlow(
  context: Context,
  {
    movement,
    flow,
    requester,
    client_id,
    further = async () => null,
  }: {
    movement: PendingMovement
    flow: Flow
    requester: Requester
    client_id?: string
    further?: () => Promise<Cause | null>
  },
): Promise<Cause | null> {
  const { thresholds, user_id, guarded } = requester
  const amount = comparable(context, movement)
  if (guarded && movement.to_new_account) return 'new_bank_account'
  const threshold = lowestOf(thresholds)
  if (threshold === null) return further()
  const alone = causeOfAmount(amount, thresholds)
  if (alone || amount === null) return alone
  const counted: CountedFor = {
    ...(client_id === undefined ? {} : { app_total: `app:${client_id}` }),
    ...(thresholds.key !== null || user_id === null
      ? { key_total: `key:${thresholds.key === null ? 'platform' : context.actor.id}` }
      : { person_total: `person:${user_id}` }),
    record_total: `record:${movement.record ?? movement.object_id}`,
  }
  const totals = await lockTotals(context, flow, counted)
  const cause = causeOfTotals(amount, threshold, totals) ?? (await further())
  if (cause === null) await recordUnapprovedMovement(context, flow, counted, amount)
  return cause
}

type Grant = {
  id: string
  client_id: string
  user_id: string
  limit_per_call: number | bigint | null
  limit_per_day: number | bigint | null
  ended: boolean
}

async function holdApp(context: Context, movement: PendingMovement, flow: Flow | null): Promise<void> {
  const { actor, account, now } = context
  // The connections of one app for one person share the limit of a day, so all of them are locked.
  const connections = await context.rows<Grant>(
    `SELECT id, client_id, user_id, limit_per_call, limit_per_day, revoked_at IS NOT NULL OR expires_at <= $3 AS ended
     FROM oauth_grants
     WHERE account_id = $1 AND (id = $2 OR (revoked_at IS NULL AND expires_at > $3)) AND id IN (${connectionsNamedAlike()})
     ORDER BY id FOR UPDATE`,
    [account.id, actor.id, now],
  )
  const grant = connections.find(({ id }) => id === actor.id)
  if (actor.approval) await passOnce(context, actor.approval.id, movement)
  if (!grant || grant.ended) throw refused('permission_denied', APP_ENDED)
  if (!actor.approval) await assertAlone(context, movement, flow, grant)
  await context.tables.grant_spending.create({
    data: {
      account_id: account.id,
      grant_id: actor.id,
      id: context.newId('grant_spending'),
      operation: movement.operation,
      object_id: movement.object_id,
      amount: movement.amount,
      approval_id: actor.approval?.id ?? null,
      created_at: now,
    },
  })
}

/** Thresholds take precedence over limits: the person behind the app cannot decide a request above a threshold. */
async function assertAlone(
  context: Context,
  movement: PendingMovement,
  flow: Flow | null,
  grant: Grant,
): Promise<void> {
  const { user_id, client_id } = grant
  const overLimits = async () => {
    const limits = {
      perCall: numberOrNull(grant.limit_per_call),
      perDay: numberOrNull(grant.limit_per_day),
    }
    return causeOfCall(comparable(context, movement), await movedAlone(context, grant), limits)
  }
  const requester = await requesterOf(context, movement, flow, user_id)
  const cause =
    requester.before ??
    (flow
      ? await causeOfFlow(context, { movement, flow, requester, client_id, further: overLimits })
      : await overLimits())
  if (cause) throw new ApprovalRequired({ ...movement, cause, user_id })
}

/**
 * What an app moved for a person in the last 24 hours without an approval: under all of its connections, also ended
 * ones, so that connecting again is no way around the limit. Read under the lock of the connections.
 */
async function movedAlone(context: Context, grant: Grant): Promise<number> {
  const [sum] = await context.rows<{ sum: number | bigint }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS sum FROM grant_spending
     WHERE account_id = $1 AND created_at > $3 AND approval_id IS NULL AND grant_id IN (${connectionsNamedAlike()})`,
    [context.account.id, grant.id, context.now - DAY],
  )
  return Number(sum?.sum ?? 0)
}

/** An approval is used once: the transaction that moves the money marks it as used. */
export async function passOnce(
  context: Context,
  id: string,
  request: Pick<PendingRequest, 'operation' | 'object_id' | 'amount' | 'currency' | 'changes'>,
): Promise<void> {
  const passed = await context.rows(
    `UPDATE approvals SET passed_at = $3
     WHERE account_id = $1 AND id = $2 AND status = 'approved' AND passed_at IS NULL
       AND operation = $4 AND object_id = $5 AND amount = $6 AND currency = $7 AND changes IS NOT DISTINCT FROM $8::jsonb
     RETURNING 1`,
    [
      context.account.id,
      id,
      context.now,
      request.operation,
      request.object_id,
      request.amount,
      request.currency,
      request.changes === undefined ? null : JSON.stringify(request.changes),
    ],
  )
  if (passed.length === 1) return
  const found = await context.tables.approvals.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
    select: { passed_at: true },
  })
  throw refused(found?.passed_at == null ? 'approval_changed' : 'approval_used')
}

function comparable({ account }: Context, movement: PendingMovement): number | null {
  return movement.currency === account.currency ? movement.amount : null
}
