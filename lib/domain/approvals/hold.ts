import { causeOfCall, causeOfRefund, type Thresholds } from '#lib/domain/approvals/rules.ts'
import { waitingSame } from '#lib/domain/approvals/same.ts'
import type { Cause } from '#lib/domain/approvals/schema.ts'
import { refused } from '#lib/errors.ts'
import type { Context } from '#lib/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** What is about to move, as it would be run again: every amount in `input` is settled, so that what moves later is what was asked. */
export type AboutToMove = {
  operation: string
  input: object
  amount: number
  currency: string
  /** What it touches: a payment, a transfer, a customer, an order. */
  object_id: string
  /** Whether money goes back to a payer: then it may take two people, whoever asks. */
  refund: boolean
}

/** What a program is told whose grant ended while its call was under way. */
export const PROGRAM_ENDED = 'What this program was allowed has ended. Have it connected again.'

/** Thrown out of the transaction, which is undone; the pipeline writes down what waits and answers that it does. */
export class HeldForApproval extends Error {
  readonly asked: AboutToMove & { cause: Cause; user_id: string }
  constructor(asked: AboutToMove & { cause: Cause; user_id: string }) {
    super('It waits for a person.')
    this.name = 'HeldForApproval'
    this.asked = asked
  }
}

/**
 * Lets money move, or holds it for a person: called in the transaction that moves it, when what it touches is locked and
 * its rules have passed, before anything is written. A program is held to the limits of its grant, which stays locked
 * until the transaction ends, so that calls at once are added up one after the other; refunds of programs and people to
 * the thresholds of the merchant. Keys have ceilings of their own; payers and the house are never held. What was
 * approved passes, once.
 * @throws HeldForApproval
 * @throws permission_denied when the grant has ended since the call began
 * @throws approval_used, approval_changed
 */
export async function holdForApproval(context: Context, asked: AboutToMove): Promise<void> {
  const { actor } = context
  if (actor.kind === 'client') return holdProgram(context, asked)
  if (actor.kind !== 'user') return
  if (actor.approval) return passOnce(context, actor.approval.id, asked)
  if (!asked.refund) return
  const cause =
    (await causeBefore(context, asked)) ??
    causeOfRefund(comparable(context, asked), await thresholdsOf(context, actor.id))
  if (cause) throw new HeldForApproval({ ...asked, cause, user_id: actor.id })
}

type Grant = {
  client_id: string
  user_id: string
  limit_per_call: number | bigint | null
  limit_per_day: number | bigint | null
  ended: boolean
}

async function holdProgram(context: Context, asked: AboutToMove): Promise<void> {
  const { actor, account, now } = context
  const [grant] = await context.rows<Grant>(
    `SELECT client_id, user_id, limit_per_call, limit_per_day, revoked_at IS NOT NULL OR expires_at <= $3 AS ended
     FROM oauth_grants WHERE account_id = $1 AND id = $2 FOR UPDATE`,
    [account.id, actor.id, now],
  )
  if (actor.approval) await passOnce(context, actor.approval.id, asked)
  if (!grant || grant.ended) throw refused('permission_denied', PROGRAM_ENDED)
  if (!actor.approval) await assertAlone(context, asked, grant)
  await context.tables.grant_spending.create({
    data: {
      account_id: account.id,
      grant_id: actor.id,
      id: context.newId('grant_spending'),
      operation: asked.operation,
      object_id: asked.object_id,
      amount: asked.amount,
      approval_id: actor.approval?.id ?? null,
      created_at: now,
    },
  })
}

/** Thresholds come before limits: what takes two people is not for the person behind the program to decide. */
async function assertAlone(context: Context, asked: AboutToMove, grant: Grant): Promise<void> {
  const amount = comparable(context, asked)
  const limits = { perCall: numberOf(grant.limit_per_call), perDay: numberOf(grant.limit_per_day) }
  const cause =
    (await causeBefore(context, asked)) ??
    (asked.refund ? causeOfRefund(amount, await thresholdsOf(context, grant.user_id)) : null) ??
    causeOfCall(amount, await movedAlone(context, grant), limits)
  if (cause) throw new HeldForApproval({ ...asked, cause, user_id: grant.user_id })
}

/**
 * What a program moved for a person in the last 24 hours without anybody's approval: under this grant, and under those
 * that it has replaced, so that connecting again is no way around the limit. Asked under the lock of the grant.
 */
async function movedAlone(context: Context, grant: Grant): Promise<number> {
  const [sum] = await context.rows<{ sum: number | bigint }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS sum FROM grant_spending
     WHERE account_id = $1 AND created_at > $4 AND approval_id IS NULL
       AND grant_id IN (SELECT id FROM oauth_grants WHERE account_id = $1 AND client_id = $2 AND user_id = $3)`,
    [context.account.id, grant.client_id, grant.user_id, context.now - DAY],
  )
  return Number(sum?.sum ?? 0)
}

/**
 * What was held under this idempotency key stays held, though a crash kept its answer from being kept and the limits may
 * be others by now. So does the same request under another key while the first one waits: it must not move twice.
 */
async function causeBefore(context: Context, asked: AboutToMove): Promise<Cause | null> {
  const known =
    context.idempotencyKey === undefined
      ? null
      : await context.tables.approvals.findUnique({
          where: {
            account_id_operation_idempotency_key: {
              account_id: context.account.id,
              operation: asked.operation,
              idempotency_key: context.idempotencyKey,
            },
          },
          select: { cause: true },
        })
  const waiting = known ?? (await waitingSame(context, asked))
  return (waiting?.cause as Cause | undefined) ?? null
}

async function thresholdsOf(context: Context, userId: string): Promise<Thresholds> {
  const [row] = await context.rows<{ merchant: number | bigint | null; role: number | bigint | null }>(
    `SELECT account.refund_approval_above AS merchant,
            (account.refund_approval_by_role ->> membership.role)::bigint AS role
     FROM accounts account
     LEFT JOIN memberships membership ON membership.merchant_id = account.merchant_id AND membership.user_id = $2
     WHERE account.id = $1`,
    [context.account.id, userId],
  )
  return { merchant: numberOf(row?.merchant ?? null), role: numberOf(row?.role ?? null) }
}

/** An approval is for one thing and used once: its row is marked by the very transaction that moves the money. */
async function passOnce(context: Context, id: string, asked: AboutToMove): Promise<void> {
  const passed = await context.rows(
    `UPDATE approvals SET passed_at = $3
     WHERE account_id = $1 AND id = $2 AND status = 'approved' AND passed_at IS NULL
       AND operation = $4 AND object_id = $5 AND amount = $6 AND currency = $7
     RETURNING 1`,
    [context.account.id, id, context.now, asked.operation, asked.object_id, asked.amount, asked.currency],
  )
  if (passed.length === 1) return
  const found = await context.tables.approvals.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
    select: { passed_at: true },
  })
  throw refused(found?.passed_at == null ? 'approval_changed' : 'approval_used')
}

function comparable({ account }: Context, asked: AboutToMove): number | null {
  return asked.currency === account.currency ? asked.amount : null
}

function numberOf(value: number | bigint | null): number | null {
  return value === null ? null : Number(value)
}
