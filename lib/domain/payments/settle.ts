import { z } from 'zod'
import { captureReserved } from '#lib/domain/payments/capture.ts'
import { finishPayment } from '#lib/domain/payments/create.ts'
import { findPayment } from '#lib/domain/payments/find.ts'
import { AUTHORIZATION_EVENTS } from '#lib/domain/payments/record-authorization.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { processRefund, REFUND_END_EVENTS } from '#lib/domain/refunds/process.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

/**
 * Finishes what a crash left between reserve and record, by asking the bank for the reference. Calls that the bank
 * never received are sent again if possible (capture, refund: they need no secret) and given up if not (an
 * authorization, whose card was in memory only).
 */
export const settleBankOperation = defineOperation({
  name: 'settle_bank_operation',
  title: 'Settle a bank operation',
  summary: 'Asks the bank about a call that was reserved and never recorded, and records its end.',
  permission: 'payments:write',
  emits: [...AUTHORIZATION_EVENTS, ...REFUND_END_EVENTS],
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('bank_operation') }),
  output: Payment,
  async run(context, input) {
    const operation = await context.tables.bank_operations.findUniqueOrThrow({
      where: { account_id_id: { account_id: context.account.id, id: input.id } },
    })
    if (operation.state === 'reserved') await settle(context, operation)
    return findPayment(context, operation.payment_id)
  },
})

async function settle(
  context: Context,
  operation: { id: string; kind: string; payment_id: string; refund_id: string | null },
) {
  if (operation.kind === 'capture') {
    await captureReserved(context, operation.payment_id, operation.id)
  } else if (operation.kind === 'refund') {
    await processRefund.run(context, { id: operation.refund_id ?? '' })
  } else {
    const payment = await findPayment(context, operation.payment_id)
    const status = await context.acquirerOf(payment).status(operation.id, payment)
    const response =
      status.outcome === 'authorization'
        ? status.response
        : ({ outcome: 'declined', reason: 'payment_timed_out' } as const)
    await finishPayment(context, operation.payment_id, response)
  }
}
