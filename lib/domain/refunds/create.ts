import { holdForApproval } from '#lib/domain/approvals/hold.ts'
import { lockPayment } from '#lib/domain/payments/find.ts'
import { REFUND_REFUSALS } from '#lib/domain/payments/refusals.ts'
import { openRefund } from '#lib/domain/refunds/open.ts'
import { refund, seen } from '#lib/domain/refunds/rules.ts'
import { CreateRefund, Refund, RefundPayment, RefundPaymentIfUnchanged } from '#lib/domain/refunds/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/** What a refund looks like before the bank has it. */
const BEGUN = { response: { status: 'pending', speed_processed: null, acquirer_data: [] } }

export const refundPayment = defineOperation({
  name: 'refund_payment',
  title: 'Refund a payment',
  summary: 'Refunds all or part of a captured payment.',
  permission: 'refunds:write',
  movesMoney: true,
  confirm: 'never',
  http: 'POST /v1/payments/:id/refund',
  scope: 'refunds:write',
  tool: { destructive: true, idempotent: false, openWorld: true },
  status: 201,
  example: BEGUN,
  input: RefundPayment,
  output: Refund,
  refusals: REFUND_REFUSALS,
  run: (context, input) => create(context, 'refund_payment', input, { ...input, payment_id: input.id }),
})

export const createRefund = defineOperation({
  name: 'create_refund',
  title: 'Create a refund',
  summary: 'Refunds all or part of a captured payment. The payment ID is sent in the body.',
  permission: 'refunds:write',
  movesMoney: true,
  confirm: 'never',
  http: 'POST /v1/refunds',
  scope: 'refunds:write',
  tool: { destructive: true, idempotent: false, openWorld: true },
  status: 201,
  example: BEGUN,
  input: CreateRefund,
  output: Refund,
  refusals: ['record_not_found', ...REFUND_REFUSALS],
  run: (context, input) => create(context, 'create_refund', input, input),
})

export const refundPaymentIfUnchanged = defineOperation({
  name: 'refund_payment_seen',
  title: 'Refund a payment as seen',
  summary: 'Refunds a payment, unless what is left of it has changed since the person looked.',
  permission: 'refunds:write',
  movesMoney: true,
  confirm: 'never',
  http: null,
  input: RefundPaymentIfUnchanged,
  output: Refund,
  run: (context, input) =>
    create(
      context,
      'refund_payment_seen',
      input,
      { ...input, payment_id: input.id },
      input.expected_refundable,
    ),
})

async function create(
  context: Context,
  operation: string,
  input: object,
  asked: Omit<RefundFields, 'id'> & { payment_id: string },
  expected?: number,
) {
  const payment = await lockPayment(context, asked.payment_id, 'id' in asked ? 'id' : 'payment_id')
  const state = {
    ...payment,
    amount: Number(payment.amount),
    amount_refunded: Number(payment.amount_refunded),
  }
  if (expected !== undefined) seen(state, expected)
  const amount = refund(state, asked)
  await holdForApproval(context, {
    operation,
    input: { ...input, amount },
    amount,
    currency: payment.currency,
    object_id: payment.id,
  })
  return openRefund(context, payment, { ...asked, amount, automatic: false })
}

type RefundFields = ReturnType<typeof RefundPayment.parse>
