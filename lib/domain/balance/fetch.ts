import { z } from 'zod'
import { PAYMENT_SUMS, REFUND_SUMS } from '#lib/domain/totals.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Sum } from '#lib/values/money.ts'

/** The balance that the platform owes the merchant, and the pending amounts. */
export const Balance = z.object({
  entity: z.literal('balance').default('balance'),
  currency: z.string(),
  balance: Sum,
  authorized: Sum,
  refunds_pending: Sum,
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
    // As text: a balance, like any sum, can exceed the exact range of a number.
    const [found] = await context.rows<{
      balance: string | null
      authorized: string | null
      refunds_pending: string | null
    }>(
      `SELECT (SELECT balance::text FROM ledger_balances
               WHERE account_id = $1 AND account = 'merchant_balance') AS balance,
              (SELECT sum(${PAYMENT_SUMS.authorized})::text FROM payments
               WHERE account_id = $1 AND status = 'authorized' AND currency = $2) AS authorized,
              (SELECT sum(${REFUND_SUMS.pending})::text FROM refunds
               WHERE account_id = $1 AND status = 'pending' AND currency = $2) AS refunds_pending`,
      [account_id, currency],
    )
    return { currency, ...found }
  },
})
