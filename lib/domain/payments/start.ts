import type { AuthorizeResponse, Instrument } from '#lib/acquirer/port.ts'
import { type CustomerRow, existing as existingCustomer } from '#lib/domain/customers/find.ts'
import { identityOf } from '#lib/domain/customers/rules.ts'
import { changeOrder, existing as existingOrder, type OrderRow } from '#lib/domain/orders/find.ts'
import { afterAttempt, attempt } from '#lib/domain/orders/rules.ts'
import { type BankOperationRow, reserve } from '#lib/domain/payments/bank-operation.ts'
import { insertPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import type { Underway } from '#lib/domain/payments/record-capture.ts'
import { type NotesSetting, noFailure, notesOfPayment } from '#lib/domain/payments/rules.ts'
import { recordPart } from '#lib/domain/record.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context, Part, SignedWith } from '#lib/pipeline/operation.ts'
import { NeedsLocks } from '#lib/pipeline/transact.ts'
import { describeCard } from '#lib/values/card.ts'
import type { Notes } from '#lib/values/notes.ts'
import type { PayerDevice } from '#lib/values/payer-device.ts'
import { e164 } from '#lib/values/phone.ts'
import { DAY } from '#lib/values/time.ts'

/** A payment as the payer requested it, on any surface. */
export type Attempt = {
  amount: number
  currency: string
  order_id: string
  /** Default to those of the order's customer. */
  email?: string | undefined
  contact?: string | undefined
  customer_id?: string | undefined
  description?: string | null | undefined
  notes: Record<string, string>
  instrument: Instrument
  challenge: 'page' | 'none'
  otp?: string | undefined
  /** The payer's browser or app, as the merchant's server described it. */
  device?: PayerDevice | null | undefined
}

/**
 * The first two steps of a payment: its row and the bank call are reserved in one transaction, then the bank is called.
 * The card number exists only in `attempt`, which is never stored.
 * @returns the reserved payment and order, and the bank's response, which is not recorded yet
 * @throws record_not_found for the order or the customer, and every error of `attempt` in orders/rules.ts
 */
export async function startPayment(
  context: Context,
  asked: Attempt,
): Promise<Underway & { answer: AuthorizeResponse; secret: string | null }> {
  // Throws without an acquirer, before anything is written.
  const { acquirer } = context
  const reserved = await context.step((inner) => reserveAttempt(inner, asked))
  const answer = await acquirer.authorize({
    reference: reserved.payment.authorization_reference ?? '',
    amount: asked.amount,
    currency: asked.currency,
    instrument: asked.instrument,
    challenge: asked.challenge,
    otp: asked.otp,
  })
  return { ...reserved, answer }
}

async function reserveAttempt(
  context: Context,
  asked: Attempt,
): Promise<Underway & { secret: string | null }> {
  const found = await context.read<Found>({
    order: recordPart(context, 'orders', asked.order_id),
    earlier: earlierPart(context, 'authorize'),
    named: customerPart(context, asked.customer_id),
    ofOrder: orderCustomerPart(context, asked.order_id),
    alike: alikePart(context, asked),
    secret: context.signing.part,
    setting: notesSettingPart(context),
  })
  // The holder of the key finishes what an earlier request began.
  if (found.earlier && !context.locked) throw new NeedsLocks()
  const order = existingOrder(found.order, asked.order_id, 'order_id')
  attempt(order, { ...asked, method: asked.instrument.method }, order.authorized)
  const reached = reachedAt(context, asked, found.ofOrder)
  const customer_id = customerOf(asked, order.customer_id, found)
  const id = context.newId('payment')
  const card = asked.instrument.method === 'card' ? keepCard(context, id, asked.instrument) : null
  const reference = reserve(context, 'authorize', id)
  const payment: PaymentRow = {
    ...newPayment(context, id),
    amount: asked.amount,
    currency: asked.currency,
    status: 'created',
    order_id: order.id,
    method: asked.instrument.method,
    international: card?.international ?? false,
    description: asked.description ?? null,
    card_id: card?.id ?? null,
    last4: card?.last4 ?? null,
    bank: asked.instrument.method === 'netbanking' ? asked.instrument.bank : null,
    wallet: asked.instrument.method === 'wallet' ? asked.instrument.wallet : null,
    vpa: asked.instrument.method === 'upi' ? asked.instrument.vpa : null,
    ...reached,
    customer_id,
    notes: notesOfPayment(asked.notes, order.notes as Notes, found.setting, asked.challenge === 'page'),
    payer_device: asked.device ?? null,
    operation: 'authorize',
    authorization_reference: reference,
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
function alikePart({ account }: Context, { email, contact }: Attempt): Part {
  const known = email !== undefined && contact !== undefined
  const identity = known ? identityOf(email, e164(contact, account.country)) : null
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
function reachedAt(context: Context, asked: Attempt, ofOrder: CustomerRow | null): Reached {
  const email = asked.email ?? ofOrder?.email
  const contact = asked.contact ?? ofOrder?.contact
  if (!email) throw refused('input_validation_failed', 'email is required.', { field: 'email' })
  if (!contact) throw refused('input_validation_failed', 'contact is required.', { field: 'contact' })
  return { email, contact: e164(contact, context.account.country) }
}

/** The customer of an attempt: named by it or by its order, else the one with its e-mail and contact. */
function customerOf(
  asked: Attempt,
  ofOrder: string | null,
  { named, alike }: { named: CustomerRow | null; alike: { id: string } | null },
): string | null {
  if (asked.customer_id === undefined) return ofOrder ?? alike?.id ?? null
  const { id } = existingCustomer(named, asked.customer_id)
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
