import { z } from 'zod'
import { nextPoll, spreadPause, unlessSilent } from '#lib/domain/payments/bank-operation.ts'
import { finishPayment } from '#lib/domain/payments/create.ts'
import { findPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { AUTHORIZATION_EVENTS, CHALLENGE_WINDOW } from '#lib/domain/payments/record-authorization.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { AuthorizeResponse } from '#lib/ports/acquirer-protocol.ts'
import { Id } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

/** How often the bank is asked again before its last response is final. Each pause is four times as long. */
const ATTEMPTS = 7

/** No bank holds the money of a payment for longer. One that is silent is asked for so long about one that has failed. */
const RESERVED_AT_MOST = 30 * DAY

/**
 * Asks the bank about a payment that is still open, or that failed with a timeout. The bank can respond late, and the
 * money may be authorized.
 */
export const askLateReply = defineOperation({
  name: 'ask_late_reply',
  title: 'Ask the bank again',
  summary: 'Asks the bank whether an open or timed-out payment was authorized after all.',
  permission: 'payments:write',
  emits: AUTHORIZATION_EVENTS,
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('payment'), attempt: z.int().min(1) }),
  output: Payment,
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    const timedOut = payment.status === 'failed' && payment.error_reason === 'payment_timed_out'
    if (payment.status !== 'created' && !timedOut) return payment
    const again = { account_id: context.account.id, payment_id: payment.id }
    if (payment.operation !== null) {
      // Another request is asking the bank; the next run sees its result.
      await askAgain(context, { ...again, attempt: input.attempt }, { after: context.timing.settleAfter })
      return payment
    }
    const reference = payment.authorization_reference ?? ''
    const status = await unlessSilent(context, context.acquirerOf(payment).status(reference, payment))
    if (status.outcome === 'silent') {
      const since = Number(payment.created_at)
      const { attempt } = input
      if (!timedOut || context.now < since + RESERVED_AT_MOST)
        await askAgain(context, { ...again, attempt }, nextPoll(context, since, status))
      return payment
    }
    const response = status.outcome === 'authorization' ? status.response : undefined
    if (response?.outcome === 'authorized') return finishPayment(context, payment.id, response)
    if (payment.status === 'created' && response?.outcome === 'declined')
      return finishPayment(context, payment.id, response)
    const abandoned = payment.status === 'created' && isAbandoned(response, payment, context.now)
    if (abandoned)
      return finishPayment(context, payment.id, { outcome: 'declined', reason: 'payment_timed_out' })
    if (input.attempt >= ATTEMPTS) {
      return timedOut
        ? payment
        : finishPayment(context, payment.id, { outcome: 'declined', reason: 'payment_timed_out' })
    }
    const after = spreadPause(context, context.timing.settleAfter * 4 ** input.attempt)
    await askAgain(context, { ...again, attempt: input.attempt + 1 }, { after })
    return payment
  },
})

/** Whether the payer has left: a password or a choice is waited for once, a link or a page for as long as it can be paid. */
function isAbandoned(response: AuthorizeResponse | undefined, payment: PaymentRow, now: number): boolean {
  if (response === undefined) return true
  const late = now >= Number(payment.created_at) + CHALLENGE_WINDOW
  if (response.outcome === 'redirect') return late
  return response.outcome === 'challenge' && (response.kind !== 'intent' || late)
}

/** Queues the job again. */
function askAgain(
  context: Context,
  data: { account_id: string; payment_id: string; attempt: number },
  when: { after: number; behind?: boolean },
): Promise<void> {
  return context.transaction(async (inner) => inner.enqueue('ask-late-reply', data, when))
}
