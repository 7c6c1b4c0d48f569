import { z } from 'zod'
import { defineOperation } from '#lib/operation.ts'
import { StoredInteger } from '#lib/values/money.ts'

/** What the house owes the merchant, and what is on its way in and out. */
export const Balance = z.object({
  entity: z.literal('balance').default('balance'),
  currency: z.string(),
  balance: StoredInteger,
  authorized: StoredInteger,
  refunds_pending: StoredInteger,
})
export type Balance = z.output<typeof Balance>

export const fetchBalance = defineOperation({
  name: 'fetch_balance',
  title: 'Fetch the balance',
  summary:
    "Returns the merchant's balance, what is authorized and not yet captured, and what is on its way back.",
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: Balance,
  async run(context) {
    const { id: account_id, currency } = context.account
    const kept = await context.tables.ledger_balances.findUniqueOrThrow({
      where: { account_id_account: { account_id, account: 'merchant_balance' } },
    })
    const authorized = await context.tables.payments.aggregate({
      _sum: { amount: true },
      where: { account_id, status: 'authorized' },
    })
    const pending = await context.tables.refunds.aggregate({
      _sum: { amount: true },
      where: { account_id, status: 'pending' },
    })
    return {
      currency,
      balance: kept.balance,
      authorized: authorized._sum.amount ?? 0,
      refunds_pending: pending._sum.amount ?? 0,
    }
  },
})
