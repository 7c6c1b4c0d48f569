import { z } from 'zod'
import { finishPayment, instrumentOf } from '#lib/domain/payments/create.ts'
import { BeginPayment } from '#lib/domain/payments/instrument.ts'
import { AUTHORIZATION_EVENTS } from '#lib/domain/payments/record-authorization.ts'
import { paymentWith } from '#lib/domain/payments/schema.ts'
import { startPayment } from '#lib/domain/payments/start.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/** A payment, and the payer's next step. */
const BegunPayment = paymentWith({ next: z.enum(['otp', 'bank_page', 'collect', 'intent']).nullable() })

export const beginPayment = defineOperation({
  name: 'begin_payment',
  title: 'Begin a payment',
  summary:
    'Begins a payment on the checkout page, where the payer can be asked for a password or sent to the bank.',
  permission: 'payments:create',
  emits: AUTHORIZATION_EVENTS,
  http: null,
  effect: 'steps',
  input: BeginPayment,
  output: BegunPayment,
  async run(context, input) {
    const started = await startPayment(context, {
      ...input,
      instrument: instrumentOf(context, input),
      challenge: 'page',
    })
    const known = { payment: started.payment, order: started.order }
    const payment = await finishPayment(context, started.payment.id, started.response, { known })
    return { ...payment, next: started.response.outcome === 'challenge' ? started.response.kind : null }
  },
})
