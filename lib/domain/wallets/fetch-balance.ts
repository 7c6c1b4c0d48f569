import { findCustomer } from '#lib/domain/customers/find.ts'
import { assertWalletsAvailable, monthOf, usageIn } from '#lib/domain/wallets/rules.ts'
import { FetchBalance, WalletBalance } from '#lib/domain/wallets/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchWalletBalance = defineOperation({
  name: 'fetch_wallet_balance',
  title: 'Fetch the balance of a wallet',
  summary: "Returns the balance of a customer's wallet, the amount added this month, and the balance limit.",
  permission: 'wallets:read',
  http: 'GET /v1/customers/:id/balance',
  scope: 'read_only',
  discontinued: true,
  input: FetchBalance,
  output: WalletBalance,
  errors: ['product_discontinued'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const customer = await findCustomer(context, input.id)
    const wallet = await context.tables.wallets.findUnique({
      where: { account_id_customer_id: { account_id: context.account.id, customer_id: customer.id } },
    })
    return {
      balance: wallet?.balance ?? 0,
      monthly_usage: wallet ? usageIn(monthOf(context.now), wallet) : 0,
      max_balance: context.account.wallet_max_balance,
    }
  },
})
