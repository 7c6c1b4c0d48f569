import { z } from 'zod'
import { assertDirect } from '#lib/domain/acquirers/rules.ts'
import type { OrderRow } from '#lib/domain/orders/find.ts'
import type { BankOperationRow } from '#lib/domain/payments/bank-operation.ts'
import { captureReserved } from '#lib/domain/payments/capture.ts'
import { ATTEMPT_ERRORS, CARD_ERRORS } from '#lib/domain/payments/errors.ts'
import { findPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import {
  type CardInput,
  CreatePayment,
  CreateUpiPayment,
  type Instruments,
} from '#lib/domain/payments/instrument.ts'
import { AUTHORIZATION_EVENTS, recordAuthorization } from '#lib/domain/payments/record-authorization.ts'
import type { Underway } from '#lib/domain/payments/record-capture.ts'
import { paymentWith } from '#lib/domain/payments/schema.ts'
import { earlierPart, type PaymentAttempt, startPayment } from '#lib/domain/payments/start.ts'
import { findRecord } from '#lib/domain/record.ts'
import { PAYMENT_FEATURES } from '#lib/domain/unsupported.ts'
import { isReason } from '#lib/pipeline/error-reasons.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { AuthorizeResponse, Instrument } from '#lib/ports/acquirer-protocol.ts'
import { deviceOf } from '#lib/values/payer-device.ts'
import { paymentSignature } from '#lib/values/signature.ts'

/**
 * A payment with the three fields whose signature the merchant checks, or with the link to pay it. The signature proves
 * that a payment was made, so one that is still to be paid has none.
 */
const CreatedPayment = paymentWith({
  service_payment_id: z
    .string()
    .meta({ description: 'ID of the payment, as signed.', examples: ['pay_NfLw3gQ81xRt0a'] }),
  service_order_id: z
    .string()
    .meta({ description: 'ID of the order, as signed.', examples: ['order_NfLw3gQ81xRt0a'] }),
  service_signature: z
    .string()
    .optional()
    .meta({
      description:
        "Lowercase hex HMAC-SHA256 of order_id|payment_id with your key's secret. Absent until the payment is authorized.",
      examples: ['6b5f1d1ff2d4c1dc7c4f8b5f2cf2a6d3b8a0e1f97c3d6e54a2b1908f7e6d5c4b'],
    }),
  link: z.string().optional().meta({
    description:
      'For UPI with the flow intent: the link that the payer opens in a UPI app, or scans as a QR code.',
  }),
})

export const createPayment = defineOperation({
  name: 'create_payment',
  title: 'Create a payment',
  summary:
    'Creates a payment on an order without a browser. In live mode only where direct collection is switched on.',
  permission: 'payments:create',
  emits: AUTHORIZATION_EVENTS,
  http: 'POST /v1/payments/create/json',
  scope: null,
  status: 201,
  effect: 'steps',
  claimsOnTheWay: true,
  input: CreatePayment,
  output: CreatedPayment,
  unsupported: PAYMENT_FEATURES,
  errors: ['record_not_found', ...ATTEMPT_ERRORS, ...CARD_ERRORS],
  run: (context, input) =>
    payWithoutBrowser(context, {
      ...input,
      instrument: instrumentOf(context, input),
      challenge: 'none',
      device: deviceOf(input),
    }),
})

export const createUpiPayment = defineOperation({
  name: 'create_upi_payment',
  title: 'Create a UPI payment',
  summary:
    'Creates a UPI payment on an order without a browser. In live mode only where direct collection is switched on.',
  permission: 'payments:create',
  emits: AUTHORIZATION_EVENTS,
  http: 'POST /v1/payments/create/upi',
  scope: null,
  status: 201,
  effect: 'steps',
  claimsOnTheWay: true,
  input: CreateUpiPayment,
  output: CreatedPayment,
  unsupported: PAYMENT_FEATURES,
  errors: ['record_not_found', ...ATTEMPT_ERRORS],
  run: (context, input) =>
    payWithoutBrowser(context, {
      ...input,
      instrument: instrumentOf(context, { ...input, method: 'upi' }),
      challenge: 'none',
      device: deviceOf(input),
    }),
})

async function payWithoutBrowser(context: Context, attempt: PaymentAttempt): Promise<SignedRow | LinkedRow> {
  assertDirect(context.account)
  if (context.actor.kind === 'client')
    throw refused('permission_denied', "Apps can't pay with a card or bank account on behalf of the payer.")
  const payment: PaymentRow | SignedRow =
    (await earlierPayment(context, attempt)) ?? (await payAnew(context, attempt))
  if (payment.status === 'failed') throw declined(payment)
  if (payment.status === 'created' && isByLink(attempt.instrument)) return withLink(context, payment)
  return isSigned(payment) ? payment : sign(context, payment)
}

function isSigned(payment: PaymentRow | SignedRow): payment is SignedRow {
  return 'service_signature' in payment
}

/** A payment that waits for its payer, with the link to pay it if it has one. */
type LinkedRow = PaymentRow & { service_payment_id: string; service_order_id: string; link?: string }

function isByLink(instrument: PaymentAttempt['instrument']): boolean {
  return instrument.method === 'upi' && 'vpa' in instrument && instrument.vpa === null
}

async function withLink(context: Context, payment: PaymentRow): Promise<LinkedRow> {
  const status = await context.acquirerOf(payment).status(payment.authorization_reference ?? '')
  const link = status.outcome === 'authorization' ? linkIn(status.response) : null
  return {
    ...payment,
    service_payment_id: payment.id,
    service_order_id: payment.order_id ?? '',
    ...(link === null ? {} : { link }),
  }
}

/** The link of a UPI payment that waits for its payer. */
export function linkIn(response: AuthorizeResponse): string | null {
  return response.outcome === 'challenge' && response.kind === 'intent' ? response.link : null
}

async function payAnew(context: Context, attempt: PaymentAttempt): Promise<PaymentRow | SignedRow> {
  const { payment, order, secret, response } = await startPayment(context, attempt)
  // The requesting key signs. Its secret was read with the order, so the response can be stored with the last step.
  const signed =
    secret === null || context.actor.kind !== 'key' ? undefined : (paid: PaymentRow) => signWith(secret, paid)
  const known = { payment, order }
  const paid = await finishPayment(context, payment.id, response, { known, signed })
  const unpaid = paid.status === 'created' && isByLink(attempt.instrument)
  return signed && paid.status !== 'failed' && !unpaid ? signed(paid) : paid
}

/**
 * A repeat after a crash: it finds the payment that the same idempotency key began and gets its result, instead of a
 * second attempt on the order. A payment that never reached the bank begins again. A released or expired key may belong
 * to another payment by now, so the order, the amount and the time are compared.
 */
async function earlierPayment(context: Context, attempt: PaymentAttempt): Promise<PaymentRow | null> {
  // A key that the first step claims has begun nothing, or the step finds it.
  if (context.claim === undefined) return null
  const { operation } = await context.read<{ operation: BankOperationRow }>({
    operation: earlierPart(context, 'authorize'),
  })
  if (!operation) return null
  const payment = await findPayment(context, operation.payment_id)
  if (payment.order_id !== attempt.order_id || payment.amount !== attempt.amount) return null
  if (payment.status !== 'created') return payment
  const status = await context.acquirerOf(payment).status(operation.id, payment)
  if (status.outcome === 'authorization') return finishPayment(context, payment.id, status.response)
  await finishPayment(context, payment.id, { outcome: 'declined', reason: 'payment_timed_out' })
  return null
}

type Finishing = {
  /** The rows as this request left them. */
  known?: Underway
  /** Creates the response of the operation, to be stored with the last step. */
  signed?: ((payment: PaymentRow) => SignedRow) | undefined
}

/**
 * Records the bank's response and captures at once if the order says so. A crash between the two leaves a reserved
 * capture for the settle job.
 */
export async function finishPayment(
  context: Context,
  id: string,
  response: AuthorizeResponse,
  { known, signed }: Finishing = {},
): Promise<PaymentRow> {
  const { payment, order, captureReference } = await context.step(
    (inner) => recordAuthorization(inner, id, response, known),
    {
      resultOf: (recorded) =>
        recorded.captureReference === null && recorded.payment.status === 'authorized'
          ? signed?.(recorded.payment)
          : undefined,
    },
  )
  if (captureReference === null) return payment
  return captureReserved(context, id, captureReference, { known: { payment, order }, response: signed })
}

/** A payment with its signature. */
type SignedRow = PaymentRow & {
  service_payment_id: string
  service_order_id: string
  service_signature: string
}

/** A payment with its signature, made with the secret of the requesting key or of the key that created the order. */
export async function sign(context: Context, payment: PaymentRow): Promise<SignedRow> {
  const order =
    payment.order_id === null ? null : await findRecord<OrderRow>(context, 'orders', payment.order_id)
  return signWith(await context.signingSecret(order?.created_by), payment)
}

export function signWith(secret: string, payment: PaymentRow): SignedRow {
  const orderId = payment.order_id ?? ''
  return {
    ...payment,
    service_payment_id: payment.id,
    service_order_id: orderId,
    service_signature: paymentSignature(orderId, payment.id, secret),
  }
}

/** A decline as an error, with the bank's reason and the ID of the recorded payment. */
export function declined(
  payment: Pick<PaymentRow, 'id' | 'order_id' | 'error_reason' | 'error_description'>,
) {
  const { error_reason } = payment
  return refused(
    error_reason !== null && isReason(error_reason) ? error_reason : 'payment_declined',
    payment.error_description ?? undefined,
    {
      metadata: {
        payment_id: payment.id,
        ...(payment.order_id === null ? {} : { order_id: payment.order_id }),
      },
    },
  )
}

/** @throws feature_not_supported for a UPI link, where the acquirer has none */
export function instrumentOf(context: Context, input: Instruments): Instrument {
  const { method, card, bank, wallet, vpa, upi } = input
  if (method === 'card' && card) return cardInstrument(card)
  if (method === 'netbanking') return { method, bank: bank ?? '' }
  if (method === 'wallet') return { method, wallet: wallet ?? '' }
  if (upi?.flow !== 'intent') return { method: 'upi', vpa: vpa ?? upi?.vpa ?? '' }
  if (!context.acquirer.upiLinks) throw refused('feature_not_supported', undefined, { field: 'upi.flow' })
  return { method: 'upi', vpa: null, payee: context.account.merchant_name }
}

/** A card as entered, with the year in four digits. */
function cardInstrument(card: CardInput): Instrument {
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
