import { aboutCustomers } from '#lib/domain/customers/about.ts'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { inRegion } from '#lib/domain/customers/rules.ts'
import { FetchCustomer, ViewedCustomer } from '#lib/domain/customers/schema.ts'
import { type Context, defineOperation } from '#lib/operation.ts'
import { isIndianMobile } from '#lib/values/phone.ts'

export const viewCustomer = defineOperation({
  name: 'view_customer',
  title: 'View a customer',
  summary:
    'Returns one customer for its page: with what it has paid, how many records belong to it, and whether it can have a wallet.',
  permission: 'customers:read',
  http: null,
  effect: 'read',
  input: FetchCustomer,
  output: ViewedCustomer,
  async run(context, input) {
    inRegion(context.account.country)
    const [customer] = await aboutCustomers(context, [await findCustomer(context, input.id)])
    return {
      ...customer,
      ...(await moneyOf(context, input.id)),
      ...(await recordsOf(context, input.id)),
      currency: context.account.currency,
      wallet_possible: typeof customer?.contact === 'string' && isIndianMobile(customer.contact),
    }
  },
})

async function moneyOf(context: Context, customer_id: string) {
  const { _sum } = await context.tables.payments.aggregate({
    where: { account_id: context.account.id, customer_id, captured: true },
    _sum: { amount: true, amount_refunded: true },
  })
  return { paid: _sum.amount ?? 0, refunded: _sum.amount_refunded ?? 0 }
}

async function recordsOf(context: Context, id: string) {
  const account_id = context.account.id
  const { orders, bills, document_links } = context.tables
  const [ofOrders, ofBills, ofDocuments] = await Promise.all([
    orders.count({ where: { account_id, customer_id: id } }),
    bills.count({ where: { account_id, customer_id: id } }),
    document_links.count({ where: { account_id, object_id: id } }),
  ])
  return { orders: ofOrders, bills: ofBills, documents: ofDocuments }
}
