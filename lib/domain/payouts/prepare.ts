import { z } from 'zod'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { defaultNarration, payoutFees } from '#lib/domain/payouts/rules.ts'
import { PreparedPayout } from '#lib/domain/payouts/schema.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

/** More accounts of one customer than a form needs. */
const MOST = 50

export const preparePayout = defineOperation({
  name: 'prepare_payout',
  title: 'Prepare a payout',
  summary:
    'Returns what a wallet holds, what a payout costs, and the accounts that it can go to, before one is made.',
  permission: 'payouts:read',
  alsoNeeds: ['fund_accounts:read'],
  http: null,
  effect: 'read',
  input: z.strictObject({ customer: Id('customer') }),
  output: PreparedPayout,
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const { account, tables } = context
    const customer = await findCustomer(context, input.customer)
    const of = { account_id: account.id, customer_id: customer.id }
    const wallet = await tables.wallets.findUnique({ where: { account_id_customer_id: of } })
    const accounts = await tables.fund_accounts.findMany({
      where: { ...of, active: true },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
      take: MOST,
    })
    return {
      customer_id: customer.id,
      currency: account.currency,
      balance: wallet?.balance ?? 0,
      ...payoutFees(account),
      default_narration: defaultNarration(account.billing_label),
      accounts: accounts.map((row) => ({ ...row, customer_name: customer.name })),
    }
  },
})
