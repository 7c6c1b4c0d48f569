import { aboutCustomers } from '#lib/domain/customers/about.ts'
import { findCustomer, ofCustomer } from '#lib/domain/customers/find.ts'
import { assertInRegion } from '#lib/domain/customers/rules.ts'
import { CustomerDetails, FetchCustomer } from '#lib/domain/customers/schema.ts'
import { countFound } from '#lib/domain/page.ts'
import { PAYMENT_SUMS } from '#lib/domain/totals.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { isIndianMobile } from '#lib/values/phone.ts'

export const getCustomerDetails = defineOperation({
  name: 'get_customer_details',
  title: 'Get the details of a customer',
  summary:
    'Returns one customer for its page: with what it has paid, how many records belong to it, and whether it can have a wallet.',
  permission: 'customers:read',
  http: null,
  effect: 'read',
  input: FetchCustomer,
  output: CustomerDetails,
  async run(context, input) {
    assertInRegion(context.account.country)
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

/** The captured and the refunded amounts of the customer's payments, in the currency of the account. */
async function moneyOf(context: Context, customer_id: string) {
  const [found] = await context.rows<{ paid: string | null; refunded: string | null }>(
    `SELECT sum(${PAYMENT_SUMS.captured})::text AS paid, sum(${PAYMENT_SUMS.refunded})::text AS refunded
     FROM payments WHERE account_id = $1 AND customer_id = $2 AND currency = $3`,
    [context.account.id, customer_id, context.account.currency],
  )
  return found
}

async function recordsOf(context: Context, id: string) {
  const account_id = context.account.id
  const { bills, document_links, wallets } = context.tables
  const [orders, ofBills, ofDocuments, ofWallets] = await Promise.all([
    countFound(context, { table: 'orders' }, ofCustomer(id, context), Number.MAX_SAFE_INTEGER),
    bills.count({ where: { account_id, customer_id: id } }),
    document_links.count({ where: { account_id, object_id: id } }),
    wallets.count({ where: { account_id, customer_id: id } }),
  ])
  return { orders, bills: ofBills, documents: ofDocuments, has_wallet: ofWallets > 0 }
}
