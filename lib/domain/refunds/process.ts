import { z } from 'zod'
import type { RefundResponse } from '#lib/acquirer/port.ts'
import { authorizationOf, finish, reserve } from '#lib/domain/payments/bank-operation.ts'
import { lockPayment } from '#lib/domain/payments/find.ts'
import { afterRefund } from '#lib/domain/payments/rules.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { findRefund } from '#lib/domain/refunds/find.ts'
import { sourceOf } from '#lib/domain/refunds/open.ts'
import { Refund } from '#lib/domain/refunds/schema.ts'
import { post } from '#lib/ledger/post.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

/**
 * Takes a pending refund to the bank, or asks again about one that is there. Reserve, call, record: the reference is
 * kept with the refund, so a repeat after a crash is the same refund to the bank.
 */
export const processRefund = defineOperation({
  name: 'process_refund',
  title: 'Process a refund',
  summary: 'Takes a pending refund to the bank and records its end.',
  permission: 'refunds:write',
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('refund') }),
  output: Refund,
  async run(context, input) {
    const before = await findRefund(context, input.id)
    if (before.status !== 'pending') return before
    const reference = await context.transaction((inner) => reserveRefund(inner, before))
    const answer = await askBank(context, before, reference)
    await context.transaction((inner) => recordRefund(inner, input.id, reference, answer))
    return findRefund(context, input.id)
  },
})

/** A repeat of the call would get its first answer again, so what became of a known refund is asked as `status`. */
async function askBank(context: Context, refund: RefundRow, reference: string): Promise<RefundResponse> {
  const known = await context.acquirer.status(reference)
  if (known.outcome === 'refund') return known.answer
  return context.acquirer.refund({
    reference,
    authorization: await authorizationOf(context, refund.payment_id),
    amount: Number(refund.amount),
    currency: refund.currency,
    speed: refund.speed_requested === 'optimum' ? 'optimum' : 'normal',
  })
}

async function reserveRefund(context: Context, refund: { id: string; payment_id: string }): Promise<string> {
  await lockPayment(context, refund.payment_id)
  const known = await context.tables.bank_operations.findFirst({
    where: {
      account_id: context.account.id,
      payment_id: refund.payment_id,
      refund_id: refund.id,
      kind: 'refund',
    },
  })
  return known?.id ?? reserve(context, 'refund', refund.payment_id, refund.id)
}

async function recordRefund(
  context: Context,
  id: string,
  reference: string,
  answer: RefundResponse,
): Promise<void> {
  const { payment_id } = await findRefund(context, id)
  const payment = await lockPayment(context, payment_id)
  const refund = await findRefund(context, id)
  if (refund.status !== 'pending') return
  if (answer.outcome === 'pending') {
    await finish(context, reference, 'waiting')
    await context.enqueue(
      'process-refund',
      { account_id: context.account.id, refund_id: id },
      { after: context.timing.refundPoll },
    )
    return
  }
  context.about(refund.id)
  await finish(context, reference, answer.outcome === 'processed' ? 'succeeded' : 'failed')
  if (answer.outcome === 'processed') await succeed(context, refund, payment, answer)
  else await giveBack(context, refund, payment, answer.reason)
}

type RefundRow = Awaited<ReturnType<typeof findRefund>>
type PaymentRow = Awaited<ReturnType<typeof lockPayment>>

async function succeed(
  context: Context,
  refund: RefundRow,
  payment: PaymentRow,
  answer: Extract<RefundResponse, { outcome: 'processed' }>,
) {
  const processed = await context.tables.refunds.update({
    where: { account_id_id: { account_id: context.account.id, id: refund.id } },
    data: {
      status: 'processed',
      speed_processed: answer.speed,
      acquirer_data: answer.data,
      finished_at: context.now,
    },
  })
  await post(context, {
    kind: 'refund_processed',
    reference: `refund_processed:${refund.id}`,
    payment_id: payment.id,
    refund_id: refund.id,
    legs: [{ debit: 'refunds_pending', credit: 'bank', amount: Number(refund.amount) }],
  })
  const event = aboutRefund(processed, payment)
  if (refund.speed_requested === 'optimum' && answer.speed === 'normal')
    context.emit({ event: 'refund.speed_changed', ...event })
  context.emit({ event: 'refund.processed', ...event })
}

/** The bank could not pay: the amount returns to the payment and to where it came from. */
async function giveBack(context: Context, refund: RefundRow, payment: PaymentRow, reason: string) {
  const failed = await context.tables.refunds.update({
    where: { account_id_id: { account_id: context.account.id, id: refund.id } },
    data: { status: 'failed', failure_reason: reason, finished_at: context.now },
  })
  const state = {
    amount: Number(payment.amount),
    amount_refunded: Number(payment.amount_refunded),
    captured: payment.captured,
  }
  const restored = await context.tables.payments.update({
    where: { account_id_id: { account_id: context.account.id, id: payment.id } },
    data: afterRefund(state, -Number(refund.amount)),
  })
  await post(context, {
    kind: 'refund_failed',
    reference: `refund_failed:${refund.id}`,
    payment_id: payment.id,
    refund_id: refund.id,
    legs: [{ debit: 'refunds_pending', credit: sourceOf(payment), amount: Number(refund.amount) }],
  })
  context.emit({ event: 'refund.failed', ...aboutRefund(failed, restored) })
  if (!payment.captured) {
    // Only the platform can return what was never captured, so it tries again.
    await context.enqueue(
      'expire-authorization',
      { account_id: context.account.id, payment_id: payment.id },
      { after: DAY },
    )
  }
}

function aboutRefund(refund: RefundRow, payment: PaymentRow) {
  return {
    payload: { refund: Refund.parse(refund), payment: Payment.parse(payment) },
    payment_id: payment.id,
    order_id: payment.order_id,
  }
}
