import { findPayment } from '#lib/domain/payments/find.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'

type BankOperationKind = 'authorize' | 'capture' | 'refund'

/**
 * Reserves a call to the bank: the reference under which it will be made, written before it is made. The claim of the
 * idempotency key is checked by the same statement, so a process that was stopped and comes back reserves nothing once
 * a repeat has taken its request over.
 * @throws idempotency_key_in_use
 */
export async function reserve(
  context: Context,
  kind: BankOperationKind,
  paymentId: string,
  refundId?: string,
): Promise<string> {
  const { account, claim, idempotencyKey, now } = context
  const id = context.newId('bank_operation')
  const reserved = await context.rows(
    `INSERT INTO bank_operations (account_id, id, kind, payment_id, refund_id, state, idempotency_key, created_at, checked_at)
     SELECT $1, $2, $3, $4, $5, 'reserved', $6, $7::bigint, $7::bigint
     WHERE $8::text IS NULL OR EXISTS (
       SELECT 1 FROM idempotency_keys WHERE account_id = $1 AND key = $9 AND token = $8 FOR SHARE)
     RETURNING 1`,
    [
      account.id,
      id,
      kind,
      paymentId,
      refundId ?? null,
      idempotencyKey ?? null,
      now,
      claim?.token ?? null,
      claim?.key ?? null,
    ],
  )
  if (reserved.length === 0) throw refused('idempotency_key_in_use', undefined, { retryAfter: 1 })
  return id
}

type State = 'reserved' | 'waiting' | 'succeeded' | 'failed'

/**
 * Records that the bank has answered; `waiting` is an answer that leaves the outcome open.
 * @param from the states that the call may be in; any by default, since an authorization that failed may succeed late
 * @returns whether the call was in one of them
 */
export async function finish(
  context: Context,
  reference: string,
  state: Exclude<State, 'reserved'>,
  from?: State[],
): Promise<boolean> {
  const finished = await context.tables.bank_operations.updateMany({
    where: {
      account_id: context.account.id,
      id: reference,
      ...(from === undefined ? {} : { state: { in: from } }),
    },
    data: { state, finished_at: state === 'waiting' ? null : context.now },
  })
  return finished.count === 1
}

/** The reference under which money for a payment was asked for, which captures and refunds of it name. */
export async function authorizationOf(context: Context, paymentId: string): Promise<string> {
  const { authorization_reference } = await findPayment(context, paymentId)
  if (authorization_reference === null)
    throw new Error(`The payment ${paymentId} has no authorization reference.`)
  return authorization_reference
}
