import { z } from 'zod'
import { billEntity, findBill } from '#lib/domain/bills/find.ts'
import { Bill, FetchBill, Seller } from '#lib/domain/bills/schema.ts'
import { issuerOf } from '#lib/domain/bills/seller.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchBillForCustomer = defineOperation({
  name: 'fetch_bill_for_customer',
  title: 'Fetch a bill for its customer',
  summary: 'Returns what the public page of a bill draws: the bill and its seller.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: FetchBill,
  output: z.object({ bill: Bill, seller: Seller }),
  async run(context, { bill_id }) {
    const row = await findBill(context, bill_id)
    return { bill: billEntity(context, row), seller: await issuerOf(context, row) }
  },
})
