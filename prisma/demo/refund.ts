import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { createRefund, refundPayment, refundPaymentIfUnchanged } from '#lib/domain/refunds/create.ts'
import { updateRefund } from '#lib/domain/refunds/update.ts'
import { HOUR } from '#lib/values/time.ts'
import type { Purchase } from './purchase.ts'
import type { Random } from './random.ts'
import type { Shop } from './shop.ts'

export type RefundPlan = {
  /** When, in Unix seconds. */
  at: number
  by: 'key' | 'finance' | 'support'
  /** Everything that is left, or a part in per cent. */
  share: 'all' | number
  speed: 'normal' | 'optimum'
  /** The last two digits, when the bank is to read them (lib/acquirer/instruments.ts, TEST_REFUNDS). */
  paise?: number
  reason: string
}

/**
 * Refunds a payment, or a part of it, when its time has come.
 * @param plan.receipt of the refund, used when the merchant's app requests it
 */
export async function* giveBack(
  shop: Shop,
  purchase: Purchase,
  id: string,
  plan: RefundPlan & { receipt: string },
): AsyncGenerator<number, void> {
  yield Math.max(0, plan.at - shop.now())
  const payment = await shop.run(fetchPayment, { id }, shop.cast.support)
  const left = payment.amount - payment.amount_refunded
  const part = plan.share === 'all' ? left : Math.round((left * plan.share) / 10_000) * 100
  const amount = plan.paise === undefined ? part : part - (part % 100) - 100 + plan.paise
  const request = { amount, speed: plan.speed, notes: { reason: plan.reason } }
  const refund = await refundBy(shop, { random: purchase.random, id, plan, request, left })
  if (plan.by !== 'finance') return
  yield purchase.random.whole(1, 20) * HOUR
  const notes = { ...request.notes, ticket: `T-${purchase.random.whole(4000, 4999)}` }
  await shop.run(updateRefund, { id: refund.id, notes }, shop.cast.support)
}

/** A person sends the remaining amount that they saw; an app sends a receipt of its own. */
function refundBy(
  shop: Shop,
  {
    random,
    id,
    plan,
    request,
    left,
  }: {
    random: Random
    id: string
    plan: RefundPlan & { receipt: string }
    request: { amount: number; speed: 'normal' | 'optimum'; notes: Record<string, string> }
    left: number
  },
) {
  if (plan.by !== 'key') {
    return shop.run(
      refundPaymentIfUnchanged,
      { id, ...request, expected_refundable: left },
      shop.cast[plan.by],
    )
  }
  const withReceipt = { ...request, receipt: plan.receipt }
  return random.chance(0.5)
    ? shop.run(refundPayment, { id, ...withReceipt }, shop.cast.key)
    : shop.run(createRefund, { payment_id: id, ...withReceipt }, shop.cast.key)
}
