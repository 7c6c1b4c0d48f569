import { z } from 'zod'
import { findOrder } from '#lib/domain/orders/find.ts'
import { declined, finishPayment, linkIn, sign } from '#lib/domain/payments/create.ts'
import { findPayment, type PaymentRow, withCards } from '#lib/domain/payments/find.ts'
import { AUTHORIZATION_EVENTS } from '#lib/domain/payments/record-authorization.ts'
import { AcquirerData, Card, PaymentMethod, PaymentStatus } from '#lib/domain/payments/schema.ts'
import { errorBody, isAppError, refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { maskedEmail, maskedVpa } from '#lib/values/contact.ts'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'

/**
 * The next step of an open payment: an OTP, the bank's page, a request in the payer's app, a link to open in it, the page
 * of the acquirer, or waiting for the bank.
 */
const WaitsFor = z.enum(['otp', 'bank_page', 'collect', 'intent', 'hosted', 'bank'])

/** The part of a payment that the payer sees. The URL of an order is not secret, so it contains no personal data. */
export const PaymentForPayer = z.object({
  id: z.string(),
  order_id: z.string(),
  amount: StoredInteger,
  currency: z.string(),
  status: PaymentStatus,
  method: PaymentMethod,
  card: Card.pick({ network: true, last4: true }).optional(),
  bank: z.string().nullable(),
  wallet: z.string().nullable(),
  /** With most of the name masked: as…@upi. */
  vpa: z.string().nullable(),
  captured: z.boolean(),
  error_reason: z.string().nullable(),
  error_description: z.string().nullable(),
  acquirer_data: AcquirerData,
  created_at: StoredInteger,
  authorized_at: StoredInteger.nullable(),
  captured_at: StoredInteger.nullable(),
  waits_for: WaitsFor.nullable(),
  /** `upi://pay?…`: what the payer opens or scans. */
  upi_link: z.string().nullable(),
  /** The page of the acquirer on which it is paid. */
  hosted_url: z.string().nullable(),
  /** Whom the receipt can be emailed to: the payer's own address, masked, or null for one that is entered. */
  receipt_mail: z.object({ recipient: z.string().nullable() }).nullable(),
  /** The remaining OTP attempts, after a wrong one. */
  tries_left: z.int().nullable(),
})
export type PaymentForPayer = z.output<typeof PaymentForPayer>

const OfOrder = z.strictObject({ id: Id('payment'), order_id: Id('order') })

export const followPayment = defineOperation({
  name: 'follow_payment',
  title: 'Follow a payment',
  summary:
    'Returns what the checkout page shows of a payment; one that is open is asked for at the bank first.',
  permission: 'payments:create',
  emits: AUTHORIZATION_EVENTS,
  http: null,
  effect: 'steps',
  input: OfOrder,
  output: PaymentForPayer,
  async run(context, input) {
    const payment = await paymentOfOrder(context, input)
    const { now, ...next } = await standing(context, payment)
    const [shown] = await withCards(context, [now])
    const mailable = now.captured && (context.mailer !== null || context.account.mode === 'test')
    return {
      ...shown,
      vpa: now.vpa === null ? null : maskedVpa(now.vpa),
      receipt_mail: mailable ? { recipient: now.email && maskedEmail(now.email) } : null,
      ...next,
    }
  },
})

export const returnFromBank = defineOperation({
  name: 'return_from_bank',
  title: 'Return from the page of the bank',
  summary:
    'Checks the signed return of a payer, asks the acquirer for the outcome, and records it. A repeat changes nothing.',
  permission: 'payments:create',
  emits: AUTHORIZATION_EVENTS,
  http: null,
  effect: 'steps',
  input: OfOrder.extend({ params: z.record(z.string().max(40), z.string().max(1200)) }),
  output: PaymentForPayer.pick({
    id: true,
    order_id: true,
    status: true,
    method: true,
    waits_for: true,
    hosted_url: true,
  }),
  async run(context, { params, ...of }) {
    const payment = await paymentOfOrder(context, of)
    const { account, acquirers } = context
    const open = { ...payment, ...NOTHING, waits_for: payment.status === 'created' ? 'bank' : null }
    if (payment.acquirer_id === null) return open
    const reference = await acquirers.returned(account, payment.acquirer_id, params)
    // Without a signature of the bank nothing is asked: the page of the payment shows what is known.
    if (reference === null || reference !== payment.authorization_reference) return open
    try {
      const { now, ...next } = await standing(context, payment)
      return { ...now, ...next }
    } catch (thrown) {
      // The page that waits for the bank asks again.
      if (isAppError(thrown) && thrown.reason === 'acquirer_unavailable') return open
      throw thrown
    }
  },
})

/** As callers of the API get it. */
const ErrorOfReturn = z.object({
  code: z.string(),
  description: z.string(),
  source: z.string(),
  step: z.string(),
  reason: z.string(),
  metadata: z.record(z.string(), z.string()),
})

export const returnPayer = defineOperation({
  name: 'return_payer',
  title: 'Return a payer',
  summary:
    "Returns where the payer of a payment goes back to, with the signed ids for the merchant's callback address, or with the error of one that failed.",
  permission: 'payments:create',
  http: null,
  effect: 'read',
  input: OfOrder,
  output: z.union([
    z.object({
      callback_url: z.string().nullable(),
      service_payment_id: z.string(),
      service_order_id: z.string(),
      service_signature: z.string(),
    }),
    z.object({ callback_url: z.string().nullable(), error: ErrorOfReturn }),
  ]),
  async run(context, input) {
    const payment = await paymentOfOrder(context, input)
    if (payment.status === 'created') throw refused('payment_not_authorized')
    const { callback_url } = await findOrder(context, input.order_id)
    if (payment.status === 'failed') return { callback_url, error: errorBody(declined(payment)).error }
    return { ...(await sign(context, payment)), callback_url }
  },
})

async function paymentOfOrder(context: Context, input: z.output<typeof OfOrder>): Promise<PaymentRow> {
  const payment = await findPayment(context, input.id)
  if (payment.order_id !== input.order_id) throw refused('record_not_found', undefined, { field: 'id' })
  return payment
}

/** Of a payment that asks nothing of its payer. */
const NOTHING = { waits_for: null, tries_left: null, upi_link: null, hosted_url: null } as const

/**
 * Asks the bank about an open payment that no other request is asking about. A decision (the payer approved in an app,
 * or took too long) is recorded here without waiting for the job.
 */
async function standing(context: Context, payment: PaymentRow) {
  if (payment.status !== 'created') return { now: payment, ...NOTHING }
  const waiting = { now: payment, ...NOTHING, waits_for: 'bank' } as const
  if (payment.operation !== null) return waiting
  const reference = payment.authorization_reference ?? ''
  const status = await context.acquirerOf(payment).status(reference, payment)
  const response = status.outcome === 'authorization' ? status.response : null
  if (response === null || response.outcome === 'pending') return waiting
  if (response.outcome === 'redirect')
    return { ...waiting, waits_for: 'hosted', hosted_url: response.url } as const
  if (response.outcome === 'challenge')
    return {
      ...waiting,
      waits_for: response.kind,
      tries_left: response.tries_left ?? null,
      upi_link: linkIn(response),
    }
  return { now: await finishPayment(context, payment.id, response), ...NOTHING }
}
