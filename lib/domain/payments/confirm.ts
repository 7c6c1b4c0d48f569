import { z } from 'zod'
import { finish } from '#lib/domain/payments/bank-operation.ts'
import { finishPayment } from '#lib/domain/payments/create.ts'
import { changePayment, findPayment, lockPayment } from '#lib/domain/payments/find.ts'
import { AUTHORIZATION_EVENTS } from '#lib/domain/payments/record-authorization.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { ChallengeResponse } from '#lib/ports/acquirer-protocol.ts'
import { Id } from '#lib/values/id.ts'

/** The payer's input: a one-time password, or the choice on the bank's page. */
const Response = z.union([
  z.strictObject({ otp: z.string().max(20) }),
  z.strictObject({ approved: z.boolean() }),
])

export const confirmPayment = defineOperation({
  name: 'confirm_payment',
  title: 'Confirm a payment',
  summary: "Sends the payer's confirmation to the bank: the OTP, or the choice on the bank's page.",
  permission: 'payments:create',
  emits: AUTHORIZATION_EVENTS,
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('payment'), order_id: Id('order'), response: Response }),
  output: Payment,
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    if (payment.order_id !== input.order_id) throw refused('record_not_found', undefined, { field: 'id' })
    if (payment.status !== 'created') return payment
    const reference = await context.transaction((inner) => reserveConfirmation(inner, payment.id))
    const acquirer = context.acquirerOf(payment)
    const response = await acquirer.confirm(reference, input.response as ChallengeResponse, payment)
    const status =
      response.outcome === 'declined' && response.reason === 'incorrect_otp'
        ? await acquirer.status(reference, payment)
        : null
    if (status?.outcome === 'authorization' && status.response.outcome === 'challenge') {
      await context.transaction((inner) => release(inner, payment.id, reference))
      const { tries_left } = status.response
      const metadata = {
        payment_id: payment.id,
        order_id: input.order_id,
        ...(tries_left === undefined ? {} : { tries_left: String(tries_left) }),
      }
      throw refused('incorrect_otp', wrongPassword(tries_left), { field: 'otp', metadata })
    }
    return finishPayment(context, payment.id, response)
  },
})

/** @param triesLeft undefined if the bank does not say */
function wrongPassword(triesLeft: number | undefined): string | undefined {
  if (triesLeft === undefined) return undefined
  return `Incorrect OTP. ${triesLeft === 1 ? '1 attempt' : `${triesLeft} attempts`} left.`
}

/** The payment is owned during the call to the bank, so that a double click makes one call. */
async function reserveConfirmation(context: Context, id: string): Promise<string> {
  const { payment } = await lockPayment(context, id)
  if (payment.operation !== null || payment.status !== 'created') throw refused('operation_in_progress')
  changePayment(context, payment, { operation: 'authorize' })
  const reference = payment.authorization_reference ?? ''
  const key = { account_id: context.account.id, id: reference }
  context.changes.update('bank_operations', key, {}, { state: 'reserved', checked_at: context.now })
  return reference
}

async function release(context: Context, id: string, reference: string): Promise<null> {
  const { payment } = await lockPayment(context, id)
  finish(context, reference, 'waiting')
  changePayment(context, payment, { operation: null })
  return null
}
