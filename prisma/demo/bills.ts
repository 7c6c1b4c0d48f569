import { createBill } from '#lib/domain/bills/create.ts'
import { deleteBill, updateBill } from '#lib/domain/bills/update.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'
import { billOf } from './bill-bodies.ts'
import { BILLS, type PlannedBill } from './bill-plans.ts'
import type { Shop } from './shop.ts'
import type { Story } from './world.ts'

/** The bills of the shop, of every type, some changed later and one withdrawn. @param end the present, in Unix seconds */
export function planBills(end: number): { at: number; tell(shop: Shop): Story }[] {
  return BILLS.map((plan, index) => {
    const at = end - plan.daysAgo * DAY - (index % 7) * HOUR - index * 7 * MINUTE
    return { at, tell: (shop) => issued(shop, plan, index) }
  })
}

async function* issued(shop: Shop, plan: PlannedBill, index: number): Story {
  const actor = shop.cast[plan.by]
  const body = billOf(plan, index, shop.now())
  const bill = await shop.run(createBill, body, actor)
  for (const { after, change } of plan.later ?? []) {
    yield after
    const bill_id = bill.id
    if (change === 'withdrawn') await shop.run(deleteBill, { bill_id }, shop.cast.support)
    else if (change === 'store') await shop.run(updateBill, { bill_id, billing_pos_number: 'POS 4' }, actor)
    else {
      const customer = { ...body.customer, name: 'Devi Narayan', company_name: 'Narayan Catering' }
      await shop.run(updateBill, { bill_id, customer }, shop.cast.support)
    }
  }
}
