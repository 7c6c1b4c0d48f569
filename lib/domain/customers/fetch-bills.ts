import { z } from 'zod'
import { CustomerBill, FetchCustomer } from '#lib/domain/customers/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/** The number of bills that a customer page lists. */
const MOST = 50

export const fetchCustomerBills = defineOperation({
  name: 'fetch_customer_bills',
  title: 'Fetch the bills of a customer',
  summary: 'Lists the latest bills that name a customer, for its page.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: FetchCustomer,
  output: z.object({ items: z.array(CustomerBill) }),
  async run(context, input) {
    const items = await context.tables.bills.findMany({
      where: { account_id: context.account.id, customer_id: input.id },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
      take: MOST,
    })
    return { items }
  },
})
