import type { AuthorizeResponse } from '#lib/acquirer/port.ts'
import { finish, reserve } from '#lib/domain/payments/bank-operation.ts'
import { lockPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { failure, noFailure } from '#lib/domain/payments/rules.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { post } from '#lib/ledger/post.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { MINUTE } from '#lib/values/time.ts'

/** How long a payer may take over a password or the bank's page before the payment is given up. */
const CHALLENGE_WINDOW = 15 * MINUTE

/** What is to be done next: capture at once under this reference, or nothing. */
type Recorded = { payment: PaymentRow; captureReference: string | null }

/**
 * The third step of a payment, in its own transaction: what the bank answered becomes the payment's state. Whoever
 * records first wins; a repeat (the settle job beside a slow request) changes nothing.
 * A payment that failed may be authorized after all: the bank's late reply.
 */
export async function recordAuthorization(
  context: Context,
  id: string,
  answer: AuthorizeResponse,
): Promise<Recorded> {
  const payment = await lockPayment(context, id)
  const reference = payment.authorization_reference ?? ''
  const open =
    payment.status === 'created' || (payment.status === 'failed' && answer.outcome === 'authorized')
  if (!open) return { payment, captureReference: null }
  if (answer.outcome === 'authorized') return authorize(context, payment, reference, answer)
  if (answer.outcome === 'declined')
    return { payment: await decline(context, payment, reference, answer.reason), captureReference: null }
  await finish(context, reference, 'waiting')
  await context.enqueue(
    'ask-late-reply',
    { account_id: context.account.id, payment_id: id, attempt: 1 },
    {
      after: answer.outcome === 'challenge' ? CHALLENGE_WINDOW : context.timing.settleAfter,
    },
  )
  const waiting = await setPayment(context, payment, { operation: null })
  return { payment: waiting, captureReference: null }
}

async function authorize(
  context: Context,
  payment: PaymentRow,
  reference: string,
  answer: Extract<AuthorizeResponse, { outcome: 'authorized' }>,
): Promise<Recorded> {
  const order = payment.order_id === null ? null : await orderOf(context, payment.order_id)
  // Money that came too late for its order goes straight back: see expire.ts.
  const unwanted =
    order !== null &&
    (order.status === 'paid' ||
      order.authorized ||
      Number(payment.amount) > Number(order.amount - order.amount_paid))
  const captures = order?.payment_capture === true && !unwanted
  const captureReference = captures ? await reserve(context, 'capture', payment.id) : null
  const capture_by = unwanted ? context.now - 1 : context.now + context.account.authorization_window_seconds
  const authorized = await setPayment(context, payment, {
    ...noFailure,
    status: 'authorized',
    operation: captures ? 'capture' : null,
    international: answer.international,
    acquirer_data: answer.data,
    authorized_at: context.now,
    capture_by,
  })
  if (order !== null && !unwanted) {
    await context.tables.orders.update({
      where: { account_id_id: { account_id: context.account.id, id: order.id } },
      data: { authorized: true },
    })
  }
  await finish(context, reference, 'succeeded')
  await post(context, {
    kind: 'authorize',
    reference: `authorize:${payment.id}`,
    payment_id: payment.id,
    legs: [{ debit: 'bank', credit: 'authorized_payments', amount: Number(payment.amount) }],
  })
  context.about(payment.id)
  context.emit({
    event: 'payment.authorized',
    payload: { payment: Payment.parse(authorized) },
    payment_id: payment.id,
    order_id: payment.order_id,
  })
  await context.enqueue(
    'expire-authorization',
    { account_id: context.account.id, payment_id: payment.id },
    {
      after: Math.max(0, capture_by - context.now + 1),
    },
  )
  return { payment: authorized, captureReference }
}

async function decline(
  context: Context,
  payment: PaymentRow,
  reference: string,
  reason: Parameters<typeof failure>[0],
) {
  const failed = await setPayment(context, payment, { ...failure(reason), status: 'failed', operation: null })
  await finish(context, reference, 'failed')
  context.about(payment.id)
  context.emit({
    event: 'payment.failed',
    payload: { payment: Payment.parse(failed) },
    payment_id: payment.id,
    order_id: payment.order_id,
  })
  if (reason === 'payment_timed_out') {
    await context.enqueue(
      'ask-late-reply',
      { account_id: context.account.id, payment_id: payment.id, attempt: 1 },
      {
        after: context.timing.settleAfter,
      },
    )
  }
  return failed
}

function setPayment(context: Context, payment: PaymentRow, data: object): Promise<PaymentRow> {
  return context.tables.payments.update({
    where: { account_id_id: { account_id: context.account.id, id: payment.id } },
    data,
  })
}

function orderOf(context: Context, id: string) {
  return context.tables.orders.findUniqueOrThrow({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
}
