import { DAY } from '#lib/values/time.ts'
import { planApprovals } from './approvals.ts'
import { planBills } from './bills.ts'
import { yearOf } from './calendar.ts'
import { basketOf, shopperOf } from './catalogue.ts'
import { planCustomers } from './customers.ts'
import { planDocuments } from './documents.ts'
import { instrumentOf } from './instruments.ts'
import { planPayouts } from './payouts.ts'
import { DAYS, planPast } from './plan.ts'
import type { Planned } from './planned.ts'
import type { Purchase } from './purchase.ts'
import { seededRandom } from './random.ts'
import { settleDaily } from './settlements.ts'
import type { Shop } from './shop.ts'
import { planWallets } from './wallets.ts'
import { listenWith } from './webhooks.ts'
import type { Left, World } from './world.ts'

/** Any other number makes another history of the same kind. */
const SEED = 20_001

/** The time before the demo history (milliseconds): the merchant was founded then. */
export function foundedBefore(present: number): number {
  return present - (DAYS + 1) * DAY * 1000
}

/** Lives through the history of the demo merchant. @returns the jobs that are due after the present */
export function livePast(world: World, shop: Shop, present: number): Promise<Left[]> {
  const start = Math.floor(present / 1000) - DAYS * DAY
  for (const { at, tell } of planCustomers(start)) world.begin(at * 1000, tell(shop))
  for (const { at, tell } of planDocuments(Math.floor(present / 1000)))
    world.begin(at * 1000, tell(shop, world.runtime))
  for (const { at, tell } of planBills(Math.floor(present / 1000))) world.begin(at * 1000, tell(shop))
  for (const { at, tell } of planPayouts(Math.floor(present / 1000))) world.begin(at * 1000, tell(shop))
  for (const { at, tell } of planWallets(Math.floor(present / 1000)))
    world.begin(at * 1000, tell(shop, world.runtime))
  world.begin(start * 1000, settleDaily(shop))
  listenWith(world, shop, Math.floor(present / 1000))
  const plan = planPast(seededRandom(SEED), Math.floor(present / 1000), shop.window)
  for (const [index, planned] of plan.entries()) {
    const purchase = purchaseOf(planned, index)
    const at = planned.at * 1000 + purchase.random.whole(0, 999)
    world.begin(at, planned.tell(shop, purchase))
  }
  for (const [index, planned] of planApprovals(Math.floor(present / 1000)).entries())
    world.begin(planned.at * 1000, planned.tell(shop, purchaseOf(planned, plan.length + index)))
  return world.liveUntil(present)
}

/** Receipts count on from KS-20001. */
function purchaseOf(planned: Planned, index: number): Purchase {
  const random = seededRandom(SEED + index)
  const shopper = shopperOf(random)
  const basket = basketOf(random, planned.size ?? 'usual')
  const year = yearOf(planned.at)
  return {
    receipt: `KS-${20_001 + index}`,
    basket,
    shopper,
    instrument: planned.instrument?.(year, shopper) ?? instrumentOf(random, shopper, basket.amount, year),
    via: planned.via ?? (random.chance(0.35) ? 'checkout' : 'server'),
    random,
  }
}
