import { updateOrder } from '#lib/domain/orders/update.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { updatePayment } from '#lib/domain/payments/update.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'
import type { Instrument } from './instruments.ts'
import { beginOnly, type Purchase, pay, placeOrder, submit } from './purchase.ts'
import { giveBack, type RefundPlan } from './refund.ts'
import type { Shop } from './shop.ts'
import type { Story } from './world.ts'

export type Course = {
  /** How a payment is captured: by the order itself, by the merchant's app, by a person, or not in time. */
  capture: 'at once' | 'by key' | 'by staff' | 'never'
  orderedBy?: 'key' | 'support'
  /** The payer's first attempt, which the bank declines. */
  fails?: Instrument[]
  /** Whether the payer gives up after those. */
  givesUp?: boolean
  refunds?: RefundPlan[]
  /** Whether a staff member edits the notes afterwards. */
  noted?: boolean
}

/** The usual story: an order, some attempts, a payment, its capture, and later refunds. */
export async function* bought(shop: Shop, purchase: Purchase, course: Course): Story {
  const { random } = purchase
  const order = await placeOrder(shop, purchase, {
    payment_capture: course.capture === 'at once',
    by: course.orderedBy ?? 'key',
  })
  yield random.whole(20, 4 * MINUTE)
  for (const instrument of course.fails ?? []) {
    yield* pay(shop, purchase, order, instrument)
    yield random.whole(35, 5 * MINUTE)
  }
  if (course.givesUp) return
  const payment = yield* pay(shop, purchase, order)
  if (course.capture === 'by key' || course.capture === 'by staff') {
    yield Math.round(Math.min(shop.window, 3 * DAY) * (0.02 + 0.5 * random.next()))
    const by = course.capture === 'by key' ? shop.cast.key : shop.cast.finance
    await shop.run(capturePayment, { id: payment.id, amount: payment.amount, currency: 'INR' }, by)
  }
  if (course.noted) yield* noteDown(shop, purchase, order.id, payment.id)
  for (const [index, plan] of (course.refunds ?? []).entries()) {
    yield* giveBack(shop, purchase, payment.id, { ...plan, receipt: `${purchase.receipt}-R${index + 1}` })
  }
}

/** An order without an attempt. */
export async function* neverTried(shop: Shop, purchase: Purchase): Story {
  yield purchase.random.whole(0, MINUTE)
  await placeOrder(shop, purchase, { payment_capture: true })
}

/** The payer leaves at the bank's challenge, so the platform fails the payment after a while. */
export async function* leftAtBank(shop: Shop, purchase: Purchase): Story {
  const order = await placeOrder(shop, purchase, { payment_capture: true })
  yield purchase.random.whole(15, 60)
  await beginOnly(shop, purchase, order)
}

/** The payer says no on the bank's page. */
export async function* cancelledAtBank(shop: Shop, purchase: Purchase): Story {
  const order = await placeOrder(shop, purchase, { payment_capture: true })
  yield purchase.random.whole(15, 90)
  const { id } = await beginOnly(shop, purchase, order)
  yield purchase.random.whole(10, 120)
  await submit(shop, { id, order_id: order.id, response: { approved: false } })
}

/** A card whose password is wrong three times. */
export async function* wrongPassword(shop: Shop, purchase: Purchase): Story {
  const order = await placeOrder(shop, purchase, { payment_capture: true })
  yield purchase.random.whole(15, 90)
  const { id } = await beginOnly(shop, purchase, order)
  for (const otp of ['1', '22', '333']) {
    yield purchase.random.whole(10, 60)
    await submit(shop, { id, order_id: order.id, response: { otp } })
  }
}

/**
 * The bank reports a time-out, and half a minute later that the money is there after all.
 * @param impatient the payer pays again meanwhile, so the late money is returned at once
 */
export async function* lateReply(
  shop: Shop,
  purchase: Purchase,
  late: Instrument,
  impatient: boolean,
): Story {
  const order = await placeOrder(shop, purchase, { payment_capture: true })
  yield purchase.random.whole(20, 90)
  yield* pay(shop, { ...purchase, via: 'server' }, order, late)
  if (!impatient) return
  yield 20
  yield* pay(shop, { ...purchase, via: 'server' }, order)
}

/** An order that is paid in parts; `parts` are shares of a hundred, and the last may still be missing. */
export async function* inParts(shop: Shop, purchase: Purchase, parts: number[]): Story {
  const { random } = purchase
  const { amount } = purchase.basket
  const first = partOf(amount, parts[0] ?? 100)
  const order = await placeOrder(shop, purchase, {
    payment_capture: true,
    partial_payment: true,
    first_payment_min_amount: first,
  })
  let paid = 0
  let share = 0
  for (const part of parts) {
    yield paid === 0 ? random.whole(60, 600) : random.whole(1, 6) * DAY + random.whole(0, HOUR)
    share += part
    const next = share === 100 ? amount - paid : partOf(amount, part)
    yield* pay(shop, purchase, order, purchase.instrument, next)
    paid += next
  }
}

/** Whole rupees, as people split a price. */
function partOf(amount: number, share: number): number {
  return Math.round((amount * share) / 10_000) * 100
}

async function* noteDown(shop: Shop, purchase: Purchase, order: string, payment: string): Story {
  yield purchase.random.whole(20, 70) * HOUR
  const { basket, random } = purchase
  const parcel = `KSP${random.whole(100_000, 999_999)}`
  await shop.run(
    updateOrder,
    { id: order, notes: { ...basket.notes, delivery: 'delivered', parcel } },
    shop.cast.support,
  )
  if (random.chance(0.5)) return
  const { notes } = await shop.run(fetchPayment, { id: payment }, shop.cast.support)
  await shop.run(updatePayment, { id: payment, notes: { ...notes, parcel } }, shop.cast.support)
}
