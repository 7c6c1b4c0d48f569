import type { Part } from '#lib/database/query.ts'
import { holdForApproval } from '#lib/domain/approvals/hold.ts'
import type { OrderRow } from '#lib/domain/orders/find.ts'
import { type BankOperationRow, reserve } from '#lib/domain/payments/bank-operation.ts'
import { CAPTURE_ERRORS } from '#lib/domain/payments/errors.ts'
import {
  bankOf,
  changePayment,
  existingPayment,
  findPayment,
  type PaymentRow,
  paymentParts,
} from '#lib/domain/payments/find.ts'
import { CAPTURE_EVENTS, recordCapture, type Underway } from '#lib/domain/payments/record-capture.ts'
import { assertCapturable } from '#lib/domain/payments/rules.ts'
import { CapturePayment, Payment } from '#lib/domain/payments/schema.ts'
import { NeedsLocks } from '#lib/pipeline/another-transaction.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const capturePayment = defineOperation({
  name: 'capture_payment',
  title: 'Capture a payment',
  summary: 'Captures an authorized payment. The full amount is captured, once.',
  permission: 'payments:capture',
  emits: CAPTURE_EVENTS,
  movesMoney: true,
  confirm: 'live',
  http: 'POST /v1/payments/:id/capture',
  scope: 'payments:write',
  tool: { destructive: true, idempotent: false, openWorld: true },
  effect: 'steps',
  claimsOnTheWay: true,
  input: CapturePayment,
  output: Payment,
  errors: CAPTURE_ERRORS,
  async run(context, input) {
    const reserved = await context.step((inner) => reserveCapture(inner, input))
    if (reserved.done) return reserved.done
    return captureReserved(context, input.id, reserved.reference, {
      known: reserved,
      response: (payment) => payment,
    })
  },
})

/**
 * The second and third step of a capture: calls the bank under the reserved reference, then records the response. The
 * automatic capture of an order and the settle job use this, too.
 * @param known the rows as this request left them; `answer` creates the response of the operation, to be stored with
 * the step
 * @throws acquirer_unavailable if the bank does not respond; the settle job then finishes the capture
 */
export async function captureReserved(
  context: Context,
  id: string,
  reference: string,
  {
    known,
    response: respond,
  }: { known?: Underway; response?: ((payment: PaymentRow) => unknown) | undefined } = {},
): Promise<PaymentRow> {
  const payment = known?.payment ?? (await findPayment(context, id))
  const response = await bankOf(context, payment).capture({
    reference,
    authorization: payment.authorization_reference ?? '',
    amount: payment.amount,
    currency: payment.currency,
  })
  const recorded = await context.step((inner) => recordCapture(inner, id, reference, response, known), {
    resultOf: (captured) => (response.outcome === 'captured' ? respond?.(captured) : undefined),
  })
  if (response.outcome === 'refused')
    throw refused(response.reason, undefined, { metadata: { payment_id: id } })
  return recorded
}

type Reserved = { done: PaymentRow } | ({ done?: never; reference: string } & Underway)

async function reserveCapture(
  context: Context,
  input: { id: string; amount: number; currency?: string | undefined },
): Promise<Reserved> {
  const found = await context.read<{ order: OrderRow; payment: PaymentRow; earlier: BankOperationRow }>({
    ...paymentParts(context, input.id),
    earlier: earlierPart(context, input.id),
  })
  const payment = existingPayment(found.payment, input.id)
  const before = earlierCapture(payment, found)
  // The holder of the key finishes what an earlier request began.
  if (before && !context.locked) throw new NeedsLocks()
  if (before) return before
  assertCapturable(payment, found.order, input, context.now)
  await holdForApproval(context, {
    operation: 'capture_payment',
    input,
    amount: input.amount,
    currency: payment.currency,
    object_id: payment.id,
  })
  const reference = reserve(context, 'capture', payment.id)
  return { reference, payment: changePayment(context, payment, { operation: 'capture' }), order: found.order }
}

/** The capture that a request with the same idempotency key reserved. */
function earlierPart({ account, idempotencyKey }: Context, paymentId: string): Part {
  return {
    sql: `SELECT * FROM bank_operations
          WHERE account_id = ? AND payment_id = ? AND kind = 'capture' AND idempotency_key = ? LIMIT 1`,
    values: [account.id, paymentId, idempotencyKey ?? null],
  }
}

/**
 * A repeat after a crash: it finds the capture that the same idempotency key reserved, and gets its result instead of
 * an error for a captured payment.
 */
function earlierCapture(
  payment: PaymentRow,
  { earlier, order }: { earlier: BankOperationRow | null; order: OrderRow | null },
): Reserved | null {
  if (!earlier) return null
  if (payment.captured) return { done: payment }
  return payment.operation === 'capture' ? { reference: earlier.id, payment, order } : null
}
