import { createOrder } from '#lib/domain/orders/create.ts'
import type { Order } from '#lib/domain/orders/schema.ts'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import { confirmPayment } from '#lib/domain/payments/confirm.ts'
import { createPayment, createUpiPayment } from '#lib/domain/payments/create.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import type { Basket, Shopper } from './catalogue.ts'
import type { Instrument } from './instruments.ts'
import type { Random } from './random.ts'
import type { Shop } from './shop.ts'

/** One visit of one shopper. Its own random choices do not depend on what others do meanwhile. */
export type Purchase = {
  receipt: string
  basket: Basket
  shopper: Shopper
  instrument: Instrument
  /** `checkout`: on the page, asked for a password; `server`: by the merchant's own app. */
  via: 'checkout' | 'server'
  random: Random
}

/** A payment as far as stories care. */
type Paid = { id: string; status: string; amount: number }

/** An order for the basket, by the merchant's app or by a staff member. */
export function placeOrder(
  shop: Shop,
  { receipt, basket, shopper }: Purchase,
  options: {
    payment_capture: boolean
    by?: 'key' | 'support'
    partial_payment?: boolean
    first_payment_min_amount?: number
  },
): Promise<Order> {
  const { by = 'key', ...fields } = options
  // Every other order names its customer; for the others the payer gives e-mail and phone.
  const customer_id = shopper.number % 2 === 0 ? shop.customers.get(shopper.email) : undefined
  const input = {
    amount: basket.amount,
    currency: 'INR' as const,
    receipt,
    notes: basket.notes,
    customer_id,
    ...fields,
  }
  return shop.run(createOrder, input, shop.cast[by])
}

/**
 * One attempt to pay for an order, to its end: authorized (and captured, when the order says so), failed, or still
 * open at a bank that takes its time. Yields the seconds that the payer needs.
 */
export async function* pay(
  shop: Shop,
  purchase: Purchase,
  order: { id: string; amount_due: number },
  instrument: Instrument = purchase.instrument,
  amount = order.amount_due,
): AsyncGenerator<number, Paid> {
  const request = fieldsOf(purchase, order.id, instrument, amount)
  if (purchase.via === 'server') return payFromServer(shop, request)
  const begun = await shop.run(beginPayment, request, shop.payerOf(order.id))
  if (begun.next === null) return begun
  yield purchase.random.whole(12, 90)
  const otp = instrument.method === 'card' ? (instrument.otp ?? '482913') : undefined
  const response = otp === undefined ? { approved: true } : { otp }
  return submit(shop, { id: begun.id, order_id: order.id, response })
}

/** Begins a payment on the checkout page and leaves it at the bank's question. */
export function beginOnly(shop: Shop, purchase: Purchase, order: Order) {
  const request = fieldsOf(purchase, order.id, purchase.instrument, order.amount_due)
  return shop.run(beginPayment, request, shop.payerOf(order.id))
}

type Confirmation = { id: string; order_id: string; response: { otp: string } | { approved: boolean } }

/** Completes the bank's challenge; a wrong password with tries left keeps the payment open. */
export async function submit(shop: Shop, given: Confirmation): Promise<Paid> {
  try {
    return await shop.run(confirmPayment, given, shop.payerOf(given.order_id))
  } catch (thrown) {
    return refusedPayment(thrown)
  }
}

function fieldsOf({ basket, shopper }: Purchase, order_id: string, instrument: Instrument, amount: number) {
  return {
    order_id,
    amount,
    currency: 'INR' as const,
    email: shopper.email,
    contact: shopper.contact,
    description: basket.description,
    notes: { shop: basket.notes.shop ?? '', sku: basket.notes.sku ?? '' },
    ...instrument,
  }
}

async function payFromServer(shop: Shop, request: ReturnType<typeof fieldsOf>): Promise<Paid> {
  try {
    if (request.method !== 'upi') return await shop.run(createPayment, request, shop.cast.key)
    const { method: _, vpa, ...rest } = request
    return await shop.run(createUpiPayment, { ...rest, upi: { vpa } }, shop.cast.key)
  } catch (thrown) {
    return refusedPayment(thrown)
  }
}

/** A decline is part of the story, since its payment is recorded; any other error is a fault of the seed. */
function refusedPayment(thrown: unknown): Paid {
  const id = isAppError(thrown) ? thrown.metadata.payment_id : undefined
  if (id === undefined) throw thrown
  return { id, status: 'failed', amount: 0 }
}
