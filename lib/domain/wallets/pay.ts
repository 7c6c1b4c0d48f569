import { gatePart, holdForApproval } from '#lib/domain/approvals/hold.ts'
import type { PendingMovement } from '#lib/domain/approvals/request-approval.ts'
import type { RequesterRow } from '#lib/domain/approvals/requester.ts'
import { type CustomerRow, existingCustomer } from '#lib/domain/customers/find.ts'
import { changeOrder, existingOrder, type OrderRow } from '#lib/domain/orders/find.ts'
import { afterAttempt, assertPayable, captureDeadline } from '#lib/domain/orders/rules.ts'
import { finish, reserve } from '#lib/domain/payments/bank-operation.ts'
import { declined, sign, signWith } from '#lib/domain/payments/create.ts'
import { changePayment, findPayment, insertPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { applyCapture, CAPTURE_EVENTS } from '#lib/domain/payments/record-capture.ts'
import { failure, type NotesSetting, notesOfPayment } from '#lib/domain/payments/rules.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { newPayment, notesSettingPart } from '#lib/domain/payments/start.ts'
import { recordPart, unlocked } from '#lib/domain/record.ts'
import { lockWallet, moveWallet, type WalletRow, walletPart } from '#lib/domain/wallets/move.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { CreateWalletPayment, WalletPaymentResponse } from '#lib/domain/wallets/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation, type SignedWith } from '#lib/pipeline/operation.ts'
import type { Notes } from '#lib/values/notes.ts'
import { e164 } from '#lib/values/phone.ts'

/** The payment to make, and the payer's contacts. */
type WalletAttempt = Pick<
  ReturnType<typeof CreateWalletPayment.parse>,
  'order_id' | 'amount' | 'currency' | 'description' | 'notes'
> & { email: string | null; contact: string | null }

export const WALLET_PAYMENT_EVENTS = [
  'payment.authorized',
  'payment.failed',
  'wallet.debited',
  ...CAPTURE_EVENTS,
]

export const createWalletPayment = defineOperation({
  name: 'create_wallet_payment',
  title: 'Pay an order from a wallet',
  summary: "Pays an order from a customer's wallet. Captured immediately if the order says so.",
  permission: 'payments:create',
  emits: WALLET_PAYMENT_EVENTS,
  movesMoney: true,
  confirm: 'live',
  http: 'POST /v1/payments/create/openwallet',
  scope: 'wallet:write',
  tool: { destructive: true, idempotent: false, openWorld: false },
  status: 201,
  effect: 'optimistic',
  discontinued: true,
  input: CreateWalletPayment,
  output: WalletPaymentResponse,
  errors: [
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
    assertWalletsAvailable(context.account)
    const movement = {
      operation: 'create_wallet_payment',
      input,
      amount: input.amount,
      currency: input.currency,
      object_id: input.order_id,
    }
    const found = await readPayer(context, input.customer_id, input.order_id, movement)
    const payment = await payFromWallet(context, found, input, (gate) =>
      holdForApproval(context, movement, gate),
    )
    const secret = context.actor.kind === 'key' ? context.signing.open(found.secret) : null
    return secret === null ? sign(context, payment) : signWith(secret, payment)
  },
  onRecord: {
    reasons: ['insufficient_funds'],
    async write(context, input) {
      const found = await readPayer(context, input.customer_id, input.order_id)
      return declined(await recordFailedPayment(context, found, input))
    },
  },
})

/** The payer and the order: the customer with their wallet, and the order. */
type Paying = {
  customer: CustomerRow
  order: OrderRow
  wallet: WalletRow | null
  gate: RequesterRow | null
  secret: SignedWith | null
  setting: NotesSetting | null
}

/** @throws record_not_found for the customer or the order */
export async function readPayer(
  context: Context,
  customerId: string,
  orderId: string,
  movement?: PendingMovement,
): Promise<Paying> {
  const found = await context.read<{
    customer: CustomerRow
    order: OrderRow
    wallet: WalletRow
    gate: RequesterRow
    secret: SignedWith
    setting: NotesSetting
  }>({
    customer: unlocked(recordPart(context, 'customers', customerId)),
    order: recordPart(context, 'orders', orderId),
    wallet: walletPart(context, customerId),
    gate: gatePart(context, movement ?? { operation: '', object_id: orderId }),
    secret: context.signing.part,
    setting: notesSettingPart(context),
  })
  const customer = existingCustomer(found.customer, customerId)
  return { ...found, customer, order: existingOrder(found.order, orderId, 'order_id') }
}

/** The payment that a repeat with the same idempotency key began before a crash. */
export async function earlierWalletPayment(
  context: Context,
  request: Pick<WalletAttempt, 'order_id' | 'amount'>,
): Promise<PaymentRow | null> {
  if (context.idempotencyKey === undefined) return null
  const operation = await context.tables.bank_operations.findFirst({
    where: { account_id: context.account.id, idempotency_key: context.idempotencyKey, kind: 'authorize' },
    orderBy: { id: 'desc' },
  })
  if (!operation) return null
  const payment = await findPayment(context, operation.payment_id)
  return payment.order_id === request.order_id && payment.amount === request.amount ? payment : null
}

/**
 * Pays an order from the wallet of a customer, for any caller: order, payment, wallet, in the global order of locks.
 * Part of a transaction.
 * @param allowed can still reject it, after the rules of the order and before the first write
 * @throws every error of `assertPayable` in orders/rules.ts; order_customer_mismatch; insufficient_funds, which
 * `recordFailedPayment` records in a transaction of its own
 */
export async function payFromWallet(
  context: Context,
  { customer, order, gate, setting, wallet: found }: Paying,
  request: WalletAttempt,
  allowed?: (gate: RequesterRow | null) => Promise<void>,
): Promise<PaymentRow> {
  assertAttemptable(customer, order, request)
  await allowed?.(gate)
  const { account, now } = context
  const capture_by = captureDeadline(order, { created_at: now }, now, account.authorization_window_seconds)
  const begun = begin(context, { customer, order, setting }, request, {
    status: 'authorized',
    authorized_at: now,
    capture_by,
  })
  const { payment } = begun
  const updatedOrder = changeOrder(context, begun.order, { authorized: true })
  const about = { payment_id: payment.id, order_id: order.id }
  context.emit({ event: 'payment.authorized', payload: { payment: Payment.parse(payment) }, ...about })
  context.emit({ event: 'wallet.debited', payload: { payment: Payment.parse(payment) }, ...about })
  const wallet = await lockWallet(context, customer.id, found)
  const { amount } = request
  const moved = moveWallet(context, wallet, {
    customer_id: customer.id,
    source: payment.id,
    type: 'transfer',
    credit: 0,
    debit: amount,
    description: request.description ?? null,
    kind: 'authorize',
    reference: `authorize:${payment.id}`,
    payment_id: payment.id,
    legs: [{ debit: 'wallets', credit: 'authorized_payments', amount }],
    returning: amount,
  })
  if (!moved) throw refused('insufficient_funds')
  context.enqueue(
    'expire-authorization',
    { account_id: account.id, payment_id: payment.id },
    { after: capture_by - now + 1 },
  )
  if (!order.payment_capture) return payment
  const reference = reserve(context, 'capture', payment.id)
  const capturing = {
    payment: changePayment(context, payment, { operation: 'capture' }),
    order: updatedOrder,
  }
  return applyCapture(context, capturing, reference, { outcome: 'captured', data: {} })
}

/** An attempt without sufficient funds is recorded and counts. */
export async function recordFailedPayment(
  context: Context,
  { customer, order, setting }: Paying,
  request: WalletAttempt,
): Promise<PaymentRow> {
  assertAttemptable(customer, order, request)
  const { payment } = begin(context, { customer, order, setting }, request, {
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

/** @throws every error of `assertPayable` in orders/rules.ts; order_customer_mismatch */
function assertAttemptable(customer: CustomerRow, order: OrderRow, request: WalletAttempt): void {
  assertPayable(order, { ...request, method: 'wallet' }, order.authorized)
  if (order.customer_id !== null && order.customer_id !== customer.id)
    throw refused('order_customer_mismatch', undefined, { field: 'customer_id' })
}

function begin(
  context: Context,
  { customer, order, setting }: Pick<Paying, 'customer' | 'order' | 'setting'>,
  request: WalletAttempt,
  state: Partial<PaymentRow> & { status: string },
): { order: OrderRow; payment: PaymentRow } {
  const id = context.newId('payment')
  const reference = reserve(context, 'authorize', id)
  finish(context, reference, state.status === 'failed' ? 'failed' : 'succeeded')
  const payment: PaymentRow = {
    ...newPayment(context, id),
    amount: request.amount,
    currency: request.currency,
    order_id: order.id,
    method: 'wallet',
    wallet: 'openwallet',
    international: false,
    card_id: null,
    last4: null,
    bank: null,
    vpa: null,
    operation: null,
    description: request.description ?? null,
    email: request.email,
    contact: request.contact === null ? null : e164(request.contact, context.account.country),
    customer_id: customer.id,
    notes: notesOfPayment(request.notes, order.notes as Notes, setting),
    authorization_reference: reference,
    ...state,
  }
  insertPayment(context, payment)
  context.about(id)
  return { order: changeOrder(context, order, afterAttempt(order)), payment }
}
