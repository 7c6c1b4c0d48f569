import { findPayment } from '#lib/domain/payments/find.ts'
import type { Context } from '#lib/operation.ts'

export type BankOperationKind = 'authorize' | 'capture' | 'refund'

/** Reserves a call to the bank: the reference under which it will be made, written before it is made. */
export async function reserve(
  context: Context,
  kind: BankOperationKind,
  paymentId: string,
  refundId?: string,
): Promise<string> {
  const id = context.newId('bank_operation')
  await context.tables.bank_operations.create({
    data: {
      account_id: context.account.id,
      id,
      kind,
      payment_id: paymentId,
      refund_id: refundId ?? null,
      state: 'reserved',
      idempotency_key: context.idempotencyKey ?? null,
      created_at: context.now,
      checked_at: context.now,
    },
  })
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
