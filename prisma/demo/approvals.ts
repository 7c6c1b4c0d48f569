import { approveApproval, rejectApproval } from '#lib/domain/approvals/decide.ts'
import { updateApprovalThresholds } from '#lib/domain/approvals/thresholds.ts'
import { refundPaymentIfUnchanged } from '#lib/domain/refunds/create.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { DAY, HOUR } from '#lib/values/time.ts'
import type { Planned } from './planned.ts'
import { type Purchase, pay, placeOrder } from './purchase.ts'
import type { Shop } from './shop.ts'
import type { Story } from './world.ts'

/** Above this, in paise, a refund by support takes a second person: dearer than anything but silk and bulk. */
const THRESHOLD = 4_000_000
const SET_BEFORE = 12 * DAY

/** The outcome of a refund request by support, so many seconds before the end. */
const REQUESTS: { before: number; reason: string; decided: 'approved' | 'rejected' | 'not yet' }[] = [
  { before: 9 * DAY, reason: 'Damaged in transit', decided: 'approved' },
  { before: 5 * DAY, reason: 'Changed their mind', decided: 'rejected' },
  { before: 3 * HOUR, reason: 'Out of stock', decided: 'not yet' },
]

/**
 * Refunds that take two people: the owner sets the threshold, support asks, finance decides, and one is still pending when
 * the dashboard is opened for the first time.
 * @param end the present, in Unix seconds
 */
export function planApprovals(end: number): Planned[] {
  const threshold: Planned = { at: end - SET_BEFORE, tell: setThreshold }
  const requested = REQUESTS.map(
    ({ before, ...rest }): Planned => ({
      at: end - before - 2 * DAY,
      size: 'dear',
      via: 'server',
      tell: (shop, purchase) => refundedByTwo(shop, purchase, { at: end - before, ...rest }),
    }),
  )
  return [threshold, ...requested]
}

async function* setThreshold(shop: Shop): Story {
  yield 0
  const thresholds = { refunds: { merchant: null, by_role: { support: THRESHOLD } } }
  await shop.run(updateApprovalThresholds, thresholds, shop.cast.owner)
}

async function* refundedByTwo(
  shop: Shop,
  purchase: Purchase,
  { at, reason, decided }: { at: number; reason: string; decided: 'approved' | 'rejected' | 'not yet' },
): Story {
  const order = await placeOrder(shop, purchase, { payment_capture: true })
  const payment = yield* pay(shop, purchase, order)
  yield Math.max(0, at - shop.now())
  const id = await requestedBy(shop, payment, reason)
  if (decided === 'not yet') return
  yield purchase.random.whole(1, 4) * HOUR
  if (decided === 'approved') await shop.run(approveApproval, { id }, shop.cast.finance)
  else
    await shop.run(
      rejectApproval,
      { id, reason: 'The week for returns is over. Offer an exchange instead.' },
      shop.cast.finance,
    )
}

/** @returns the id of the pending approval */
async function requestedBy(shop: Shop, { id, amount }: { id: string; amount: number }, reason: string) {
  const refund = { id, amount, speed: 'normal' as const, notes: { reason }, expected_refundable: amount }
  try {
    await shop.run(refundPaymentIfUnchanged, refund, shop.cast.support)
  } catch (thrown) {
    const waiting = isAppError(thrown) ? thrown.metadata.approval_id : undefined
    if (waiting === undefined) throw thrown
    return waiting
  }
  throw new Error(`The refund of ${id} was to wait for a second person, and did not.`)
}
