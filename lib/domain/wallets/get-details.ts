import { z } from 'zod'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { monthOf, usageIn } from '#lib/domain/wallets/rules.ts'
import { WalletDetails } from '#lib/domain/wallets/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { hasWallets } from '#lib/values/capability.ts'
import { Id } from '#lib/values/id.ts'
import { isIndianMobile } from '#lib/values/phone.ts'

export const getWalletDetails = defineOperation({
  name: 'get_wallet_details',
  title: 'Get the details of a wallet',
  summary:
    'Returns the wallet of a customer for its card: what it holds, the limits, what is on its way, the last entries.',
  permission: 'wallets:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('customer') }),
  output: WalletDetails,
  async run(context, input) {
    const { account, now, tables } = context
    const customer = await findCustomer(context, input.id)
    const account_id = account.id
    const wallet = await tables.wallets.findUnique({
      where: { account_id_customer_id: { account_id, customer_id: customer.id } },
    })
    const returning = await tables.transfers.aggregate({
      where: { account_id, recipient: customer.id, status: 'created' },
      _sum: { amount: true, amount_reversed: true },
      _count: true,
    })
    const entries = await tables.customer_transactions.findMany({
      where: { account_id, customer_id: customer.id },
      orderBy: { seq: 'desc' },
      take: 5,
    })
    return {
      customer_id: customer.id,
      name: customer.name,
      contact: customer.contact,
      currency: account.currency,
      served: hasWallets(account),
      possible: customer.contact !== null && isIndianMobile(customer.contact),
      exists: wallet !== null,
      balance: wallet?.balance ?? 0,
      returning_amount: wallet?.returning_amount ?? 0,
      monthly_usage: wallet ? usageIn(monthOf(now), wallet) : 0,
      max_balance: account.wallet_max_balance,
      monthly_limit: account.wallet_monthly_limit,
      on_hold: Number(returning._sum.amount ?? 0) - Number(returning._sum.amount_reversed ?? 0),
      on_hold_count: returning._count,
      entries,
    }
  },
})
