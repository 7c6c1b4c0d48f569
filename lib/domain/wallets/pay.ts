import { holdForApproval } from '#lib/domain/approvals/hold.ts'
import { type CustomerRow, namedCustomer } from '#lib/domain/customers/find.ts'
import { lockOrder } from '#lib/domain/orders/find.ts'
import { attempt } from '#lib/domain/orders/rules.ts'
import { finish, reserve } from '#lib/domain/payments/bank-operation.ts'
import { declined, sign } from '#lib/domain/payments/create.ts'
import { findPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { recordCapture } from '#lib/domain/payments/record-capture.ts'
import { failure } from '#lib/domain/payments/rules.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { moveWallet } from '#lib/domain/wallets/move.ts'
import { served } from '#lib/domain/wallets/rules.ts'
import { CreateWalletPayment, WalletPaymentResponse } from '#lib/domain/wallets/schema.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { isAppError, refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { e164 } from '#lib/values/phone.ts'

/** What is to be paid, and how the payer can be reached. */
type WalletAttempt = Pick<
  ReturnType<typeof CreateWalletPayment.parse>,
  'order_id' | 'amount' | 'currency' | 'description' | 'notes'
> & { email: string | null; contact: string | null }

export const createWalletPayment = defineOperation({
  name: 'create_wallet_payment',
  title: 'Pay an order from a wallet',
  summary: "Pays an order from a customer's wallet. Captured immediately if the order says so.",
  permission: 'payments:create',
  movesMoney: true,
  confirm: 'never',
  http: 'POST /v1/payments/create/openwallet',
  scope: 'wallet:write',
  tool: { destructive: true, idempotent: false, openWorld: false },
  status: 201,
  effect: 'steps',
  discontinued: true,
  input: CreateWalletPayment,
  output: WalletPaymentResponse,
  refusals: [
    'product_discontinued',
    'record_not_found',
    'order_already_paid',
    'order_has_authorized_payment',
    'order_amount_mismatch',
    'order_currency_mismatch',
    'order_customer_mismatch',
    'invalid_mobile_number',
    'insufficient_funds',
  ],
  async run(context, input) {
    served(context.account)
    const customer = await namedCustomer(context, input.customer_id)
    const payment =
      (await earlierWalletPayment(context, input)) ??
      (await payFromWallet(context, customer, input, {
        allowed: (inner) =>
          holdForApproval(inner, {
            operation: 'create_wallet_payment',
            input,
            amount: input.amount,
            currency: input.currency,
            object_id: input.order_id,
          }),
      }))
    if (payment.status === 'failed') throw declined(payment)
    return sign(context, payment)
  },
})

/** The payment that a repeat with the same idempotency key began before a crash. */
export async function earlierWalletPayment(
  context: Context,
  asked: Pick<WalletAttempt, 'order_id' | 'amount'>,
): Promise<PaymentRow | null> {
  if (context.idempotencyKey === undefined) return null
  const operation = await context.tables.bank_operations.findFirst({
    where: { account_id: context.account.id, idempotency_key: context.idempotencyKey, kind: 'authorize' },
    orderBy: { id: 'desc' },
  })
  if (!operation) return null
  const payment = await findPayment(context, operation.payment_id)
  return payment.order_id === asked.order_id && Number(payment.amount) === asked.amount ? payment : null
}

/**
 * Pays an order from the wallet of a customer, whoever asked for it: one transaction, or two when the wallet holds too
 * little.
 * @param steps `allowed` may still refuse, once the rules of the order have passed and before anything is written; `before` is
 *   what else belongs into the transaction that moves the money
 * @returns the payment, which may have failed
 * @throws every refusal of `attempt` in orders/rules.ts; order_customer_mismatch
 */
export async function payFromWallet(
  context: Context,
  customer: CustomerRow,
  asked: WalletAttempt,
  { allowed, before }: { allowed?: Step; before?: Step } = {},
): Promise<PaymentRow> {
  try {
    return await context.transaction(async (inner) => {
      const state = {
        status: 'authorized',
        authorized_at: inner.now,
        capture_by: inner.now + inner.account.authorization_window_seconds,
      }
      const begun = await begin(inner, customer, asked, state, allowed)
      await before?.(inner)
      return authorize(inner, customer, asked, begun)
    })
  } catch (thrown) {
    if (!isAppError(thrown) || thrown.reason !== 'insufficient_funds') throw thrown
    // What the first transaction did is undone; the attempt is put on record by one of its own.
    return context.transaction((inner) => fail(inner, customer, asked))
  }
}

type Step = (inner: Context) => Promise<void>

/** Order, payment, wallet: the order in which everything locks. The wallet comes last, so it is locked the shortest. */
async function authorize(
  context: Context,
  customer: CustomerRow,
  asked: WalletAttempt,
  { order, payment }: Begun,
): Promise<PaymentRow> {
  const about = { payment_id: payment.id, order_id: order.id }
  context.emit({ event: 'payment.authorized', payload: { payment: Payment.parse(payment) }, ...about })
  context.emit({ event: 'wallet.debited', payload: { payment: Payment.parse(payment) }, ...about })
  await context.tables.orders.update({
    where: { account_id_id: { account_id: context.account.id, id: order.id } },
    data: { authorized: true },
  })
  const amount = asked.amount
  const moved = await moveWallet(context, {
    customer_id: customer.id,
    source: payment.id,
    type: 'transfer',
    credit: 0,
    debit: amount,
    description: asked.description ?? null,
    kind: 'authorize',
    reference: `authorize:${payment.id}`,
    payment_id: payment.id,
    legs: [{ debit: 'wallets', credit: 'authorized_payments', amount }],
    returning: amount,
  })
  if (moved === null) throw refused('insufficient_funds')
  await context.enqueue(
    'expire-authorization',
    { account_id: context.account.id, payment_id: payment.id },
    { after: context.account.authorization_window_seconds + 1 },
  )
  if (!order.payment_capture) return payment
  const reference = await reserve(context, 'capture', payment.id)
  await context.tables.payments.update({
    where: { account_id_id: { account_id: context.account.id, id: payment.id } },
    data: { operation: 'capture' },
  })
  return recordCapture(context, payment.id, reference, { outcome: 'captured', data: {} })
}

/** The attempt stays on record and counts. */
async function fail(context: Context, customer: CustomerRow, asked: WalletAttempt): Promise<PaymentRow> {
  const { order, payment } = await begin(context, customer, asked, {
    ...failure('insufficient_funds'),
    error_description: 'Insufficient wallet balance. Top up the wallet and try again.',
    status: 'failed',
  })
  context.emit({
    event: 'payment.failed',
    payload: { payment: Payment.parse(payment) },
    payment_id: payment.id,
    order_id: order.id,
  })
  return payment
}

type Begun = Awaited<ReturnType<typeof begin>>

async function begin(
  context: Context,
  customer: CustomerRow,
  asked: WalletAttempt,
  state: Partial<Prisma.paymentsCreateInput> & { status: string },
  allowed?: Step,
) {
  const order = await lockOrder(context, asked.order_id, 'order_id')
  attempt(order, asked, order.authorized)
  if (order.customer_id !== null && order.customer_id !== customer.id)
    throw refused('order_customer_mismatch', undefined, { field: 'customer_id' })
  await allowed?.(context)
  const id = context.newId('payment')
  const reference = await reserve(context, 'authorize', id)
  await finish(context, reference, state.status === 'failed' ? 'failed' : 'succeeded')
  const payment = await context.tables.payments.create({
    data: {
      account_id: context.account.id,
      id,
      amount: asked.amount,
      currency: asked.currency,
      order_id: order.id,
      method: 'wallet',
      wallet: 'openwallet',
      description: asked.description ?? null,
      email: asked.email,
      contact: asked.contact === null ? null : e164(asked.contact, context.account.country),
      customer_id: customer.id,
      notes: asked.notes,
      created_at: context.now,
      authorization_reference: reference,
      ...state,
    },
  })
  await context.tables.orders.update({
    where: { account_id_id: { account_id: context.account.id, id: order.id } },
    data: { attempts: { increment: 1 }, status: order.status === 'created' ? 'attempted' : order.status },
  })
  context.about(id)
  return { order, payment }
}
