import { closeBalanceMonths } from '#lib/domain/balance/months.ts'
import { updateSettlementSettings } from '#lib/domain/settlements/settings.ts'
import { settleBalance } from '#lib/domain/settlements/settle.ts'
import { DAY } from '#lib/values/time.ts'
import type { Shop } from './shop.ts'
import type { Story } from './world.ts'

/** Long enough that the balance pays every refund and transfer that a visitor tries. */
const DELAY = 10

/** The shop settles from its first day on, once each working day, and closes its months. */
export async function* settleDaily(shop: Shop): Story {
  await shop.run(updateSettlementSettings, { schedule: 'on', delay_days: DELAY }, shop.cast.owner)
  for (;;) {
    yield DAY
    await shop.run(settleBalance, {}, shop.system)
    await shop.run(closeBalanceMonths, {}, shop.system)
  }
}
