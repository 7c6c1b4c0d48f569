import { z } from 'zod'
import { changeOrder } from '#lib/domain/orders/find.ts'
import { findPayment, isFromOwnWallet, lockPayment } from '#lib/domain/payments/find.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { openRefund, REFUND_EVENTS } from '#lib/domain/refunds/open.ts'
import { uncapturedSpeed } from '#lib/domain/refunds/rules.ts'
import { lockWallet } from '#lib/domain/wallets/move.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

/**
 * Returns an authorized payment that was not captured in time, in full and by the platform; `captured` stays false. A
 * capture in progress takes precedence; the job then checks again.
 */
export const expireAuthorization = defineOperation({
  name: 'expire_authorization',
  title: 'Expire an authorization',
  summary: 'Returns a payment that was authorized and not captured in time.',
  permission: 'payments:write',
  emits: REFUND_EVENTS,
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('payment') }),
  output: Payment,
  async run(context, input) {
    await context.transaction((inner) => expire(inner, input.id))
    return findPayment(context, input.id)
  },
})

async function expire(context: Context, id: string): Promise<void> {
  const { payment, order } = await lockPayment(context, id)
  if (payment.status !== 'authorized') return
  const again = { account_id: context.account.id, payment_id: payment.id }
  const capture_by = payment.capture_by ?? 0
  if (payment.operation !== null || context.now <= capture_by) {
    context.enqueue('expire-authorization', again, {
      after: Math.max(context.timing.settleAfter, capture_by - context.now + 1),
    })
    return
  }
  context.about(payment.id)
  const wallet = isFromOwnWallet(payment) ? await lockWallet(context, payment.customer_id ?? '') : null
  openRefund(
    context,
    { payment, wallet },
    { amount: payment.amount, speed: uncapturedSpeed(payment, order), notes: {}, automatic: true },
  )
  if (order !== null) changeOrder(context, order, { authorized: await hasAuthorized(context, order.id, id) })
}

/** Whether another payment of an order is authorized and can still be captured. The order is locked. */
async function hasAuthorized(context: Context, orderId: string, exceptId: string): Promise<boolean> {
  const found = await context.tables.payments.findFirst({
    where: {
      account_id: context.account.id,
      order_id: orderId,
      status: 'authorized',
      capture_by: { gte: context.now },
      id: { not: exceptId },
    },
    select: { id: true },
  })
  return found !== null
}
