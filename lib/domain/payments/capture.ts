import { holdForApproval } from '#lib/domain/approvals/hold.ts'
import { bankOf } from '#lib/domain/payments/bank-of.ts'
import { reserve } from '#lib/domain/payments/bank-operation.ts'
import { findPayment, lockPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { recordCapture } from '#lib/domain/payments/record-capture.ts'
import { CAPTURE_REFUSALS } from '#lib/domain/payments/refusals.ts'
import { capture } from '#lib/domain/payments/rules.ts'
import { CapturePayment, Payment } from '#lib/domain/payments/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const capturePayment = defineOperation({
  name: 'capture_payment',
  title: 'Capture a payment',
  summary: 'Captures an authorized payment. The full amount is captured, once.',
  permission: 'payments:capture',
  movesMoney: true,
  confirm: 'never',
  http: 'POST /v1/payments/:id/capture',
  scope: 'payments:write',
  tool: { destructive: true, idempotent: false, openWorld: true },
  effect: 'steps',
  input: CapturePayment,
  output: Payment,
  refusals: CAPTURE_REFUSALS,
  async run(context, input) {
    const reserved = await context.transaction((inner) => reserveCapture(inner, input))
    if (reserved.done) return reserved.done
    return captureReserved(context, input.id, reserved.reference)
  },
})

/**
 * The second and third step of a capture: asks the bank under a reserved reference, then records. The automatic
 * capture of an order and the settle job come through here too.
 * @throws acquirer_unavailable when the bank does not answer; the settle job then finishes
 */
export async function captureReserved(context: Context, id: string, reference: string): Promise<PaymentRow> {
  const payment = await findPayment(context, id)
  const answer = await bankOf(context, payment).capture({
    reference,
    authorization: payment.authorization_reference ?? '',
    amount: Number(payment.amount),
    currency: payment.currency,
  })
  const recorded = await context.transaction((inner) => recordCapture(inner, id, reference, answer))
  if (answer.outcome === 'refused') throw refused(answer.reason, undefined, { metadata: { payment_id: id } })
  return recorded
}

type Reserved = { done: PaymentRow; reference?: never } | { done?: never; reference: string }

async function reserveCapture(
  context: Context,
  input: { id: string; amount: number; currency?: string | undefined },
): Promise<Reserved> {
  const payment = await lockPayment(context, input.id)
  const before = await earlierCapture(context, payment)
  if (before) return before
  const order =
    payment.order_id === null
      ? null
      : await context.tables.orders.findUnique({
          where: { account_id_id: { account_id: context.account.id, id: payment.order_id } },
        })
  const capture_by = payment.capture_by === null ? null : Number(payment.capture_by)
  capture({ ...payment, amount: Number(payment.amount), capture_by }, order, input, context.now)
  await holdForApproval(context, {
    operation: 'capture_payment',
    input,
    amount: input.amount,
    currency: payment.currency,
    object_id: payment.id,
  })
  const reference = await reserve(context, 'capture', payment.id)
  await context.tables.payments.update({
    where: { account_id_id: { account_id: context.account.id, id: payment.id } },
    data: { operation: 'capture' },
  })
  return { reference }
}

/**
 * A repeat after a crash: the same idempotency key finds the capture that it reserved, and gets its end rather than
 * a refusal because it was done already.
 */
async function earlierCapture(context: Context, payment: PaymentRow): Promise<Reserved | null> {
  if (context.idempotencyKey === undefined) return null
  const operation = await context.tables.bank_operations.findFirst({
    where: {
      account_id: context.account.id,
      payment_id: payment.id,
      kind: 'capture',
      idempotency_key: context.idempotencyKey,
    },
  })
  if (!operation) return null
  if (payment.captured) return { done: payment }
  return payment.operation === 'capture' ? { reference: operation.id } : null
}
