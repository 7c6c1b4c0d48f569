import { z } from 'zod'
import { assertDirect, collectionOf } from '#lib/domain/acquirers/rules.ts'
import { finishPayment, instrumentOf } from '#lib/domain/payments/create.ts'
import { BeginHostedPayment, BeginPayment } from '#lib/domain/payments/instrument.ts'
import { AUTHORIZATION_EVENTS } from '#lib/domain/payments/record-authorization.ts'
import { paymentWith } from '#lib/domain/payments/schema.ts'
import { startPayment } from '#lib/domain/payments/start.ts'
import { refused } from '#lib/pipeline/errors.ts'
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
    assertDirect(context.account)
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

/** A payment, and the page of the bank where it is paid; null where the outcome is known or open. */
const HostedPayment = paymentWith({ url: z.string().nullable() })

export const beginHostedPayment = defineOperation({
  name: 'begin_hosted_payment',
  title: 'Begin a payment on the page of the bank',
  summary: 'Begins a payment of live mode that the payer makes on the page of the acquirer.',
  permission: 'payments:create',
  emits: AUTHORIZATION_EVENTS,
  http: null,
  effect: 'steps',
  input: BeginHostedPayment,
  output: HostedPayment,
  async run(context, { method, ...input }) {
    if (collectionOf(context.account) !== 'hosted') throw refused('acquirer_not_configured')
    const returnTo = `${context.baseUrl}/checkout/${input.order_id}/back`
    const started = await startPayment(context, {
      ...input,
      instrument: { method, returnTo },
      challenge: 'page',
    })
    const known = { payment: started.payment, order: started.order }
    const payment = await finishPayment(context, started.payment.id, started.response, { known })
    return { ...payment, url: started.response.outcome === 'redirect' ? started.response.url : null }
  },
})
