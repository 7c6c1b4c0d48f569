import { z } from 'zod'
import { findPayment, lockPayment } from '#lib/domain/payments/find.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { openRefund } from '#lib/domain/refunds/open.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

/**
 * Gives back what was authorized and never captured: in full, by the platform; `captured` stays false. A capture that
 * is under way wins; the job then looks again.
 */
export const expireAuthorization = defineOperation({
  name: 'expire_authorization',
  title: 'Expire an authorization',
  summary: 'Returns a payment that was authorized and not captured in time.',
  permission: 'payments:write',
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
  const payment = await lockPayment(context, id)
  if (payment.status !== 'authorized') return
  const again = { account_id: context.account.id, payment_id: payment.id }
  const capture_by = Number(payment.capture_by ?? 0)
  if (payment.operation !== null || context.now <= capture_by) {
    await context.enqueue('expire-authorization', again, {
      after: Math.max(context.timing.settleAfter, capture_by - context.now + 1),
    })
    return
  }
  context.about(payment.id)
  await openRefund(context, payment, {
    amount: Number(payment.amount),
    speed: 'normal',
    notes: {},
    automatic: true,
  })
  if (payment.order_id !== null) {
    await context.tables.$executeRaw`
      UPDATE orders SET authorized = EXISTS (
        SELECT FROM payments WHERE payments.account_id = orders.account_id AND payments.order_id = orders.id
        AND payments.status = 'authorized' AND payments.capture_by >= ${context.now})
      WHERE account_id = ${context.account.id} AND id = ${payment.order_id}`
  }
}
