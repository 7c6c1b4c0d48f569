import type { AuthorizeResponse, Instrument } from '#lib/acquirer/port.ts'
import { customerWith, namedCustomer } from '#lib/domain/customers/find.ts'
import { lockOrder } from '#lib/domain/orders/find.ts'
import { attempt } from '#lib/domain/orders/rules.ts'
import { reserve } from '#lib/domain/payments/bank-operation.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { describeCard } from '#lib/values/card.ts'
import { e164 } from '#lib/values/phone.ts'

/** What a payer asks for, whichever surface it came through. */
export type Attempt = {
  amount: number
  currency: string
  order_id: string
  /** Where they are left out, those of the order's customer. */
  email?: string | undefined
  contact?: string | undefined
  customer_id?: string | undefined
  description?: string | null | undefined
  notes: Record<string, string>
  instrument: Instrument
  challenge: 'page' | 'none'
  otp?: string | undefined
}

/**
 * The first two steps of a payment: its row and the bank call are reserved in one transaction, then the bank is
 * asked. The card number lives in `attempt` only, which nothing writes down.
 * @returns the payment's id, the bank's reference and its answer, still to be recorded
 * @throws record_not_found for the order or the customer, and every refusal of `attempt` in orders/rules.ts
 */
export async function startPayment(
  context: Context,
  asked: Attempt,
): Promise<{ id: string; reference: string; answer: AuthorizeResponse }> {
  // Without an acquirer nothing is begun: this throws before anything is written.
  const { acquirer } = context
  const reserved = await context.transaction((inner) => reserveAttempt(inner, asked))
  const answer = await acquirer.authorize({
    reference: reserved.reference,
    amount: asked.amount,
    currency: asked.currency,
    instrument: asked.instrument,
    challenge: asked.challenge,
    otp: asked.otp,
  })
  return { ...reserved, answer }
}

async function reserveAttempt(context: Context, asked: Attempt) {
  const order = await lockOrder(context, asked.order_id, 'order_id')
  attempt(order, asked, order.authorized)
  const reached = await reachedAt(context, asked, order.customer_id)
  const customer_id = await customerOf(context, asked, order.customer_id, reached)
  const id = context.newId('payment')
  const card = asked.instrument.method === 'card' ? await keepCard(context, id, asked.instrument) : null
  const reference = await reserve(context, 'authorize', id)
  await context.tables.payments.create({
    data: {
      account_id: context.account.id,
      id,
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
      notes: asked.notes,
      created_at: context.now,
      operation: 'authorize',
      authorization_reference: reference,
    },
  })
  await context.tables.orders.update({
    where: { account_id_id: { account_id: context.account.id, id: order.id } },
    data: { attempts: { increment: 1 }, status: order.status === 'created' ? 'attempted' : order.status },
  })
  return { id, reference }
}

type Reached = { email: string; contact: string }

/**
 * Where the payer can be reached: what they said, else what is known of the customer that their order is for.
 * @throws input_validation_failed for what neither says
 */
async function reachedAt(context: Context, asked: Attempt, ofOrder: string | null): Promise<Reached> {
  const said = asked.email !== undefined && asked.contact !== undefined
  const known = said || ofOrder === null ? null : await namedCustomer(context, ofOrder)
  const email = asked.email ?? known?.email
  const contact = asked.contact ?? known?.contact
  if (!email) throw refused('input_validation_failed', 'email is required.', { field: 'email' })
  if (!contact) throw refused('input_validation_failed', 'contact is required.', { field: 'contact' })
  return { email, contact: e164(contact, context.account.country) }
}

/** The customer of an attempt: named by it or by its order, else the one with its e-mail and contact. */
async function customerOf(
  context: Context,
  asked: Attempt,
  ofOrder: string | null,
  { email, contact }: Reached,
): Promise<string | null> {
  if (asked.customer_id === undefined) {
    return ofOrder ?? (await customerWith(context, email, contact))?.id ?? null
  }
  const { id } = await namedCustomer(context, asked.customer_id)
  if (ofOrder !== null && ofOrder !== id) {
    throw refused('input_validation_failed', `This order belongs to another customer, ${ofOrder}.`, {
      field: 'customer_id',
    })
  }
  return id
}

async function keepCard(context: Context, paymentId: string, card: Extract<Instrument, { method: 'card' }>) {
  const known = describeCard(card.number)
  const id = context.newId('card')
  await context.tables.cards.create({
    data: {
      account_id: context.account.id,
      id,
      payment_id: paymentId,
      name: card.name ?? null,
      last4: known.last4,
      network: known.network,
      type: known.type,
      issuer: known.issuer,
      international: known.international,
      sub_type: known.sub_type,
      iin: known.iin,
    },
  })
  return { id, last4: known.last4, international: known.international }
}
