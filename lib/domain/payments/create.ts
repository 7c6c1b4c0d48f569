import { z } from 'zod'
import type { AuthorizeResponse, Instrument } from '#lib/acquirer/port.ts'
import { captureReserved } from '#lib/domain/payments/capture.ts'
import { findPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { CreatePayment, CreateUpiPayment } from '#lib/domain/payments/instrument.ts'
import { recordAuthorization } from '#lib/domain/payments/record-authorization.ts'
import { ATTEMPT_REFUSALS, CARD_REFUSALS } from '#lib/domain/payments/refusals.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { type Attempt, startPayment } from '#lib/domain/payments/start.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { paymentSignature } from '#lib/values/signature.ts'
import { DAY } from '#lib/values/time.ts'

/** A payment with the three members that prove it to the merchant. */
const SignedPayment = Payment.extend({
  service_payment_id: z
    .string()
    .meta({ description: 'ID of the payment, as signed.', examples: ['pay_NfLw3gQ81xRt0a'] }),
  service_order_id: z
    .string()
    .meta({ description: 'ID of the order, as signed.', examples: ['order_NfLw3gQ81xRt0a'] }),
  service_signature: z.string().meta({
    description: "Lowercase hex HMAC-SHA256 of order_id|payment_id with your key's secret.",
    examples: ['6b5f1d1ff2d4c1dc7c4f8b5f2cf2a6d3b8a0e1f97c3d6e54a2b1908f7e6d5c4b'],
  }),
})

export const createPayment = defineOperation({
  name: 'create_payment',
  title: 'Create a test payment',
  summary: 'Creates a payment on an order without a browser. Test mode only.',
  permission: 'payments:create',
  http: 'POST /v1/payments/create/json',
  scope: null,
  status: 201,
  effect: 'steps',
  input: CreatePayment,
  output: SignedPayment,
  refusals: ['record_not_found', ...ATTEMPT_REFUSALS, ...CARD_REFUSALS],
  run: (context, input) =>
    payWithoutBrowser(context, { ...input, instrument: instrumentOf(input), challenge: 'none' }),
})

export const createUpiPayment = defineOperation({
  name: 'create_upi_payment',
  title: 'Create a test UPI payment',
  summary: 'Creates a UPI payment on an order without a browser. Test mode only.',
  permission: 'payments:create',
  http: 'POST /v1/payments/create/upi',
  scope: null,
  status: 201,
  effect: 'steps',
  input: CreateUpiPayment,
  output: SignedPayment,
  refusals: ['record_not_found', ...ATTEMPT_REFUSALS],
  run: (context, input) =>
    payWithoutBrowser(context, {
      ...input,
      instrument: { method: 'upi', vpa: input.vpa ?? input.upi?.vpa ?? '' },
      challenge: 'none',
    }),
})

async function payWithoutBrowser(context: Context, asked: Attempt) {
  if (context.account.mode !== 'test') throw refused('test_mode_only')
  if (context.actor.kind === 'client')
    throw refused('permission_denied', "Apps can't pay with a card or bank account on behalf of the payer.")
  const payment = (await earlierPayment(context, asked)) ?? (await payAnew(context, asked))
  if (payment.status === 'failed') throw declined(payment)
  return sign(context, payment)
}

async function payAnew(context: Context, asked: Attempt): Promise<PaymentRow> {
  const started = await startPayment(context, asked)
  return finishPayment(context, started.id, started.answer)
}

/**
 * A repeat after a crash: the same idempotency key finds the payment that it began and gets its end, instead of a
 * second attempt on the order. What the bank never heard of is begun anew. A key that was given back, or forgotten
 * since, may stand for another payment by now, so the order, the amount and the time are looked at.
 */
async function earlierPayment(context: Context, asked: Attempt): Promise<PaymentRow | null> {
  if (context.idempotencyKey === undefined) return null
  const operation = await context.tables.bank_operations.findFirst({
    where: {
      account_id: context.account.id,
      idempotency_key: context.idempotencyKey,
      kind: 'authorize',
      created_at: { gt: context.now - DAY },
    },
    orderBy: { id: 'desc' },
  })
  if (!operation) return null
  const payment = await findPayment(context, operation.payment_id)
  if (payment.order_id !== asked.order_id || Number(payment.amount) !== asked.amount) return null
  if (payment.status !== 'created') return payment
  const status = await context.acquirer.status(operation.id)
  if (status.outcome === 'authorization') return finishPayment(context, payment.id, status.answer)
  await finishPayment(context, payment.id, { outcome: 'declined', reason: 'payment_timed_out' })
  return null
}

/**
 * Records what the bank answered and captures at once when the order says so. A crash between the two leaves the
 * capture reserved, for the settle job.
 */
export async function finishPayment(
  context: Context,
  id: string,
  answer: AuthorizeResponse,
): Promise<PaymentRow> {
  const { payment, captureReference } = await context.transaction((inner) =>
    recordAuthorization(inner, id, answer),
  )
  return captureReference === null ? payment : captureReserved(context, id, captureReference)
}

/** A payment with its signature, made with the secret of the key that asks or of the key that made the order. */
export async function sign(context: Context, payment: PaymentRow) {
  const orderId = payment.order_id ?? ''
  const order = await context.tables.orders.findUnique({
    where: { account_id_id: { account_id: context.account.id, id: orderId } },
  })
  const secret = await context.signingSecret(order?.created_by)
  return {
    ...payment,
    service_payment_id: payment.id,
    service_order_id: orderId,
    service_signature: paymentSignature(orderId, payment.id, secret),
  }
}

/** A decline as a refusal: the bank's reason, and the payment that is on record. */
export function declined(
  payment: Pick<PaymentRow, 'id' | 'order_id' | 'error_reason' | 'error_description'>,
) {
  return refused(
    (payment.error_reason ?? 'payment_declined') as Reason,
    payment.error_description ?? undefined,
    {
      metadata: {
        payment_id: payment.id,
        ...(payment.order_id === null ? {} : { order_id: payment.order_id }),
      },
    },
  )
}

export function instrumentOf(
  input: Pick<CreatePayment, 'method' | 'card' | 'vpa' | 'upi' | 'bank' | 'wallet'>,
): Instrument {
  if (input.method === 'card' && input.card) return cardInstrument(input.card)
  if (input.method === 'netbanking') return { method: 'netbanking', bank: input.bank ?? '' }
  if (input.method === 'wallet') return { method: 'wallet', wallet: input.wallet ?? '' }
  return { method: 'upi', vpa: input.vpa ?? input.upi?.vpa ?? '' }
}

/** A card as entered, with the year in four digits. */
function cardInstrument(card: NonNullable<CreatePayment['card']>): Instrument {
  const year = Number(card.expiry_year)
  return {
    method: 'card',
    number: card.number,
    name: card.name,
    expiry_month: Number(card.expiry_month),
    expiry_year: year < 100 ? 2000 + year : year,
    cvv: card.cvv,
  }
}
