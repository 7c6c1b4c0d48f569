import { changeOrder, type OrderRow } from '#lib/domain/orders/find.ts'
import { captureDeadline, capturesAutomatically } from '#lib/domain/orders/rules.ts'
import { finish, reserve } from '#lib/domain/payments/bank-operation.ts'
import { changePayment, lockPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { CAPTURE_EVENTS, type Underway } from '#lib/domain/payments/record-capture.ts'
import { failure, noFailure } from '#lib/domain/payments/rules.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { post } from '#lib/ledger/post.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { AuthorizeResponse } from '#lib/ports/acquirer-protocol.ts'
import { MINUTE } from '#lib/values/time.ts'

/** The events of an attempt, and of a capture at once. */
export const AUTHORIZATION_EVENTS = ['payment.authorized', 'payment.failed', ...CAPTURE_EVENTS]

/** How long a payer may take for the OTP or the bank's page before the payment times out. */
export const CHALLENGE_WINDOW = 15 * MINUTE

type Authorized = Extract<AuthorizeResponse, { outcome: 'authorized' }>

/** The next step: an immediate capture under this reference, or nothing. */
type Recorded = Underway & { captureReference: string | null }

/**
 * The third step of a payment, in its own transaction: the bank's response becomes the payment's status. The first to
 * record wins; a repeat (the settle job beside a slow request) changes nothing. A failed payment can still be
 * authorized by a late response of the bank.
 * @param known the rows as this request left them, to avoid reading them again
 */
export async function recordAuthorization(
  context: Context,
  id: string,
  response: AuthorizeResponse,
  known?: Underway,
): Promise<Recorded> {
  const { payment, order } = known && !context.locked ? known : await lockPayment(context, id)
  const reference = payment.authorization_reference ?? ''
  const open =
    payment.status === 'created' || (payment.status === 'failed' && response.outcome === 'authorized')
  if (!open) return { payment, order, captureReference: null }
  if (response.outcome === 'authorized') return authorize(context, { payment, order }, reference, response)
  if (response.outcome === 'declined')
    return { payment: decline(context, payment, reference, response.reason), order, captureReference: null }
  finish(context, reference, 'waiting')
  context.enqueue(
    'ask-late-reply',
    { account_id: context.account.id, payment_id: id, attempt: 1 },
    { after: asksPayer(response) ? CHALLENGE_WINDOW : context.timing.settleAfter },
  )
  return { payment: changePayment(context, payment, { operation: null }), order, captureReference: null }
}

/** Whether the payer's response passes through this server. One in a UPI app is known to the bank alone. */
function asksPayer(response: AuthorizeResponse): boolean {
  return response.outcome === 'challenge' && response.kind !== 'intent'
}

function authorize(
  context: Context,
  { payment, order }: Underway,
  reference: string,
  response: Authorized,
): Recorded {
  // Money that came too late for its order is returned at once: see expire.ts.
  const unwanted = order !== null && isUnwanted(payment, order)
  const captures = order !== null && !unwanted && capturesAutomatically(order, payment, context.now)
  const captureReference = captures ? reserve(context, 'capture', payment.id) : null
  const capture_by = unwanted
    ? context.now - 1
    : captureDeadline(order, payment, context.now, windowOf(context, payment))
  const authorized = changePayment(context, payment, {
    ...noFailure,
    status: 'authorized',
    operation: captures ? 'capture' : null,
    international: response.international,
    acquirer_data: response.data,
    ...paidWith(response),
    authorized_at: context.now,
    capture_by,
  })
  const updatedOrder = order !== null && !unwanted ? changeOrder(context, order, { authorized: true }) : order
  finish(context, reference, 'succeeded')
  post(context, {
    kind: 'authorize',
    reference: `authorize:${payment.id}`,
    payment_id: payment.id,
    legs: [{ debit: 'bank', credit: 'authorized_payments', amount: payment.amount }],
  })
  context.about(payment.id)
  context.emit({
    event: 'payment.authorized',
    payload: { payment: Payment.parse(authorized) },
    payment_id: payment.id,
    order_id: payment.order_id,
  })
  context.enqueue(
    'expire-authorization',
    { account_id: context.account.id, payment_id: payment.id },
    { after: Math.max(0, capture_by - context.now + 1) },
  )
  return { payment: authorized, order: updatedOrder, captureReference }
}

/** How the payer paid, where they chose it at the bank. */
function paidWith({ vpa, paid_with }: Authorized): Partial<PaymentRow> {
  const known = vpa === undefined ? {} : { vpa }
  if (paid_with === undefined) return known
  const { method } = paid_with
  if (method === 'card') return { ...known, method, last4: paid_with.last4 }
  if (method === 'upi')
    return { ...known, method, ...(paid_with.vpa === undefined ? {} : { vpa: paid_with.vpa }) }
  return method === 'netbanking' ? { method, bank: paid_with.bank } : { method, wallet: paid_with.wallet }
}

/** As long as the account captures, and no longer than the bank holds the money. */
function windowOf({ account }: Context, payment: PaymentRow): number {
  const { acquirer, authorization_window_seconds: own } = account
  if (!acquirer || acquirer.id !== payment.acquirer_id) return own
  return Math.min(own, acquirer.capabilities.authorization_seconds)
}

function isUnwanted(payment: PaymentRow, order: OrderRow): boolean {
  return order.status === 'paid' || order.authorized || payment.amount > order.amount - order.amount_paid
}

function decline(
  context: Context,
  payment: PaymentRow,
  reference: string,
  reason: Parameters<typeof failure>[0],
): PaymentRow {
  const failed = changePayment(context, payment, { ...failure(reason), status: 'failed', operation: null })
  finish(context, reference, 'failed')
  context.about(payment.id)
  context.emit({
    event: 'payment.failed',
    payload: { payment: Payment.parse(failed) },
    payment_id: payment.id,
    order_id: payment.order_id,
  })
  if (reason === 'payment_timed_out') {
    context.enqueue(
      'ask-late-reply',
      { account_id: context.account.id, payment_id: payment.id, attempt: 1 },
      { after: context.timing.settleAfter },
    )
  }
  return failed
}
