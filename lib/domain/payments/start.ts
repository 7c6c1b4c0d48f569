import type { Part } from '#lib/database/query.ts'
import { assertAccepted } from '#lib/domain/acquirers/rules.ts'
import { type CustomerRow, existingCustomer } from '#lib/domain/customers/find.ts'
import { customerIdentityOf } from '#lib/domain/customers/rules.ts'
import { changeOrder, existingOrder, type OrderRow } from '#lib/domain/orders/find.ts'
import { afterAttempt, assertPayable } from '#lib/domain/orders/rules.ts'
import { authorizationOf, type BankOperationRow, reserve } from '#lib/domain/payments/bank-operation.ts'
import { insertPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import type { Underway } from '#lib/domain/payments/record-capture.ts'
import { type NotesSetting, noFailure, notesOfPayment } from '#lib/domain/payments/rules.ts'
import { recordPart } from '#lib/domain/record.ts'
import { NeedsLocks } from '#lib/pipeline/another-transaction.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context, SignedWith } from '#lib/pipeline/operation.ts'
import type { AuthorizeResponse, Instrument } from '#lib/ports/acquirer-protocol.ts'
import { describeCard } from '#lib/values/card.ts'
import type { Notes } from '#lib/values/notes.ts'
import type { PayerDevice } from '#lib/values/payer-device.ts'
import { e164 } from '#lib/values/phone.ts'
import { DAY } from '#lib/values/time.ts'

/** The payer chooses the rest on a page of the bank, and comes back to `returnTo` with the ID of the payment at its end. */
type OnBankPage = { method: Instrument['method']; returnTo: string }

/** A payment as the payer requested it, on any surface. */
export type PaymentAttempt = {
  amount: number
  currency: string
  order_id: string
  /** Default to those of the order's customer. */
  email?: string | undefined
  contact?: string | undefined
  customer_id?: string | undefined
  description?: string | null | undefined
  notes: Record<string, string>
  instrument: Instrument | OnBankPage
  challenge: 'page' | 'none'
  otp?: string | undefined
  /** The payer's browser or app, as the merchant's server described it. */
  device?: PayerDevice | null | undefined
}

/**
 * The first two steps of a payment: its row and the bank call are reserved in one transaction, then the bank is called.
 * The card number exists only in `assertPayable`, which is never stored.
 * @returns the reserved payment and order, and the bank's response, which is not recorded yet
 * @throws record_not_found for the order or the customer, and every error of `assertPayable` in orders/rules.ts
 */
export async function startPayment(
  context: Context,
  request: PaymentAttempt,
): Promise<Underway & { response: AuthorizeResponse; secret: string | null }> {
  // Throws without an acquirer, before anything is written.
  const { acquirer } = context
  assertAccepted(context.account, { ...request, method: request.instrument.method })
  const reserved = await context.step((inner) => reserveAttempt(inner, request))
  const { amount, currency, instrument, challenge, otp } = request
  const common = { reference: authorizationOf(reserved.payment), amount, currency }
  const response = await acquirer.authorize(
    isOnBankPage(instrument)
      ? { ...common, collect: hostedAt(instrument, reserved.payment.id) }
      : { ...common, instrument, challenge, otp },
  )
  return { ...reserved, response }
}

function isOnBankPage(instrument: PaymentAttempt['instrument']): instrument is OnBankPage {
  return 'returnTo' in instrument
}

function hostedAt({ method, returnTo }: OnBankPage, id: string) {
  return { kind: 'hosted', return_url: `${returnTo}/${id}`, method } as const
}

async function reserveAttempt(
  context: Context,
  request: PaymentAttempt,
): Promise<Underway & { secret: string | null }> {
  const found = await context.read<Found>({
    order: recordPart(context, 'orders', request.order_id),
    earlier: earlierPart(context, 'authorize'),
    named: customerPart(context, request.customer_id),
    ofOrder: orderCustomerPart(context, request.order_id),
    alike: alikePart(context, request),
    secret: context.signing.part,
    setting: notesSettingPart(context),
  })
  // The holder of the key finishes what an earlier request began.
  if (found.earlier && !context.locked) throw new NeedsLocks()
  const order = existingOrder(found.order, request.order_id, 'order_id')
  assertPayable(order, { ...request, method: request.instrument.method }, order.authorized)
  const reached = reachedAt(context, request, found.ofOrder)
  const customer_id = customerOf(request, order.customer_id, found)
  const id = context.newId('payment')
  const given = isOnBankPage(request.instrument) ? null : request.instrument
  const card = given?.method === 'card' ? keepCard(context, id, given) : null
  const reference = reserve(context, 'authorize', id)
  const payment: PaymentRow = {
    ...newPayment(context, id),
    amount: request.amount,
    currency: request.currency,
    status: 'created',
    order_id: order.id,
    method: request.instrument.method,
    international: card?.international ?? false,
    description: request.description ?? null,
    card_id: card?.id ?? null,
    last4: card?.last4 ?? null,
    bank: given?.method === 'netbanking' ? given.bank : null,
    wallet: given?.method === 'wallet' ? given.wallet : null,
    vpa: given?.method === 'upi' ? given.vpa : null,
    ...reached,
    customer_id,
    notes: notesOfPayment(request.notes, order.notes as Notes, found.setting, request.challenge === 'page'),
    payer_device: request.device ?? null,
    operation: 'authorize',
    authorization_reference: reference,
    acquirer_id: context.account.acquirer?.id ?? null,
  }
  insertPayment(context, payment)
  // Recorded from here on: the timeline begins with it.
  context.about(id)
  const attempted = changeOrder(context, order, afterAttempt(order))
  return { payment, order: attempted, secret: context.signing.open(found.secret) }
}

type Found = {
  order: OrderRow
  earlier: BankOperationRow
  named: CustomerRow
  ofOrder: CustomerRow
  alike: { id: string }
  secret: SignedWith
  setting: NotesSetting
}

/** A row of payments with only its ID and time. */
export function newPayment({ account, now }: Context, id: string) {
  return {
    account_id: account.id,
    id,
    invoice_id: null,
    amount_refunded: 0,
    amount_transferred: 0,
    refund_status: null,
    captured: false,
    token_id: null,
    payer_device: null,
    fee: null,
    tax: null,
    ...noFailure,
    acquirer_data: {},
    created_at: now,
    authorized_at: null,
    captured_at: null,
    capture_by: null,
    acquirer_id: null,
  }
}

/** The call of a kind that a request with the same idempotency key reserved, for `context.read`. */
export function earlierPart({ account, idempotencyKey, now }: Context, kind: 'authorize'): Part {
  return {
    sql: `SELECT * FROM bank_operations WHERE account_id = ? AND idempotency_key = ? AND kind = ? AND created_at > ?
          ORDER BY id DESC LIMIT 1`,
    values: [account.id, idempotencyKey ?? null, kind, now - DAY],
  }
}

function customerPart({ account }: Context, id: string | undefined): Part {
  return { sql: 'SELECT * FROM customers WHERE account_id = ? AND id = ?', values: [account.id, id ?? null] }
}

function orderCustomerPart({ account }: Context, orderId: string): Part {
  return {
    sql: `SELECT customers.* FROM orders JOIN customers
            ON customers.account_id = orders.account_id AND customers.id = orders.customer_id
          WHERE orders.account_id = ? AND orders.id = ?`,
    values: [account.id, orderId],
  }
}

/** Whether payments have the notes of their order, for `context.read`. */
export function notesSettingPart({ account }: Context): Part {
  return { sql: 'SELECT order_notes_on_payments FROM accounts WHERE id = ?', values: [account.id] }
}

/** The one customer with the email and contact of an attempt that names none. */
function alikePart({ account }: Context, { email, contact }: PaymentAttempt): Part {
  const known = email !== undefined && contact !== undefined
  const identity = known ? customerIdentityOf(email, e164(contact, account.country)) : null
  return {
    sql: 'SELECT id FROM customers WHERE account_id = ? AND identity = ?',
    values: [account.id, identity],
  }
}

type Reached = { email: string; contact: string }

/**
 * The contacts of the payer: as entered, else those of the order's customer.
 * @throws input_validation_failed for a missing one
 */
function reachedAt(context: Context, request: PaymentAttempt, ofOrder: CustomerRow | null): Reached {
  const email = request.email ?? ofOrder?.email
  const contact = request.contact ?? ofOrder?.contact
  if (!email) throw refused('input_validation_failed', 'email is required.', { field: 'email' })
  if (!contact) throw refused('input_validation_failed', 'contact is required.', { field: 'contact' })
  return { email, contact: e164(contact, context.account.country) }
}

/** The customer of an attempt: named by it or by its order, else the one with its e-mail and contact. */
function customerOf(
  request: PaymentAttempt,
  ofOrder: string | null,
  { named, alike }: { named: CustomerRow | null; alike: { id: string } | null },
): string | null {
  if (request.customer_id === undefined) return ofOrder ?? alike?.id ?? null
  const { id } = existingCustomer(named, request.customer_id)
  if (ofOrder !== null && ofOrder !== id) {
    throw refused('input_validation_failed', `This order belongs to another customer, ${ofOrder}.`, {
      field: 'customer_id',
    })
  }
  return id
}

function keepCard(context: Context, paymentId: string, card: Extract<Instrument, { method: 'card' }>) {
  const known = describeCard(card.number)
  const id = context.newId('card')
  context.changes.insert('cards', {
    account_id: context.account.id,
    id,
    payment_id: paymentId,
    name: card.name ?? null,
    last4: known.last4,
    network: known.network,
    type: known.type,
    issuer: known.issuer,
    international: known.international,
    emi: false,
    sub_type: known.sub_type,
    iin: known.iin,
  })
  return { id, last4: known.last4, international: known.international }
}
