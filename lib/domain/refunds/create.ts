import { gatePart, holdForApproval } from '#lib/domain/approvals/hold.ts'
import { ApprovalRequired } from '#lib/domain/approvals/request-approval.ts'
import type { RequesterRow } from '#lib/domain/approvals/requester.ts'
import type { OrderRow } from '#lib/domain/orders/find.ts'
import { REFUND_ERRORS } from '#lib/domain/payments/errors.ts'
import { existingPayment, isFromOwnWallet, type PaymentRow, paymentParts } from '#lib/domain/payments/find.ts'
import { openRefund, payingWalletPart, REFUND_EVENTS, receiptPart } from '#lib/domain/refunds/open.ts'
import { type ReasonsRow, reasonsFrom, reasonsPart } from '#lib/domain/refunds/reasons.ts'
import {
  assertReasonForApprover,
  assertReasonGiven,
  assertRefundableUnchanged,
  refundAmount,
} from '#lib/domain/refunds/rules.ts'
import { CreateRefund, Refund, RefundPayment, RefundPaymentIfUnchanged } from '#lib/domain/refunds/schema.ts'
import { REFUND_FEATURES } from '#lib/domain/unsupported.ts'
import { lockWallet, type WalletRow } from '#lib/domain/wallets/move.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/** A refund before the bank has it. */
const BEGUN = { response: { status: 'pending', speed_processed: null, acquirer_data: [] } }

export const refundPayment = defineOperation({
  name: 'refund_payment',
  title: 'Refund a payment',
  summary: 'Refunds all or part of a captured payment.',
  permission: 'refunds:write',
  emits: REFUND_EVENTS,
  movesMoney: true,
  confirm: 'live',
  http: 'POST /v1/payments/:id/refund',
  scope: 'refunds:write',
  tool: { destructive: true, idempotent: false, openWorld: true },
  status: 201,
  effect: 'optimistic',
  example: BEGUN,
  input: RefundPayment,
  output: Refund,
  unsupported: REFUND_FEATURES,
  errors: REFUND_ERRORS,
  run: (context, input) => create(context, 'refund_payment', input, { ...input, payment_id: input.id }),
})

export const createRefund = defineOperation({
  name: 'create_refund',
  title: 'Create a refund',
  summary: 'Refunds all or part of a captured payment. The payment ID is sent in the body.',
  permission: 'refunds:write',
  emits: REFUND_EVENTS,
  movesMoney: true,
  confirm: 'live',
  http: 'POST /v1/refunds',
  scope: 'refunds:write',
  coveredBy: 'refund_payment',
  tool: { destructive: true, idempotent: false, openWorld: true },
  status: 201,
  effect: 'optimistic',
  example: BEGUN,
  input: CreateRefund,
  output: Refund,
  unsupported: REFUND_FEATURES,
  errors: ['record_not_found', ...REFUND_ERRORS],
  run: (context, input) => create(context, 'create_refund', input, input),
})

export const refundPaymentIfUnchanged = defineOperation({
  name: 'refund_payment_if_unchanged',
  title: 'Refund a payment if unchanged',
  summary: 'Refunds a payment, unless what is left of it has changed since the person looked.',
  permission: 'refunds:write',
  emits: REFUND_EVENTS,
  movesMoney: true,
  confirm: 'live',
  http: null,
  effect: 'optimistic',
  input: RefundPaymentIfUnchanged,
  output: Refund,
  run: (context, input) =>
    create(
      context,
      'refund_payment_if_unchanged',
      input,
      { ...input, payment_id: input.id },
      input.expected_refundable,
    ),
})

async function create(
  context: Context,
  operation: string,
  input: object,
  request: Omit<RefundFields, 'id'> & { payment_id: string },
  expected?: number,
) {
  const id = request.payment_id
  const { gate, ...found } = await context.read<{
    order: OrderRow
    payment: PaymentRow
    gate: RequesterRow
    wallet: WalletRow
    used: { id: string }
    settings?: ReasonsRow
  }>({
    ...paymentParts(context, id),
    gate: gatePart(context, { operation, object_id: id }),
    wallet: payingWalletPart(context, id),
    used: receiptPart(context, id, request.receipt),
    ...(expected === undefined ? {} : { settings: reasonsPart(context) }),
  })
  const payment = existingPayment(found.payment, id, 'id' in request ? 'id' : 'payment_id')
  if (expected !== undefined) assertRefundableUnchanged(payment, expected)
  assertReasonGiven(request.notes, reasonsFrom(found.settings))
  const amount = refundAmount(payment, request)
  const movement = {
    operation,
    input: { ...input, amount },
    amount,
    currency: payment.currency,
    object_id: id,
  }
  await holdForApproval(context, movement, gate).catch((error: unknown) => {
    const isOfPerson = expected !== undefined && context.actor.kind === 'user'
    if (isOfPerson && error instanceof ApprovalRequired) assertReasonForApprover(request.notes)
    throw error
  })
  const wallet = isFromOwnWallet(payment)
    ? await lockWallet(context, payment.customer_id ?? '', found.wallet)
    : null
  return openRefund(context, { payment, wallet, used: found.used }, { ...request, amount, automatic: false })
}

type RefundFields = ReturnType<typeof RefundPayment.parse>
