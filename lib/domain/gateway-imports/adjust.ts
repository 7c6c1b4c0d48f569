import { post } from '#lib/ledger/post.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { Applied } from './find.ts'

/** An entry that closes what the history does not explain. @param settlement the one that it is a part of */
export function adjust(
  context: Context,
  applied: Pick<Applied, 'adjustments'>,
  { source, amount, at, settlement }: { source: string; amount: number; at: number; settlement?: string },
): void {
  applied.adjustments.push(amount)
  post(context, {
    kind: 'gateway_adjustment',
    reference: `gateway_adjustment:${source}`,
    settlement_id: settlement,
    at,
    legs: [
      amount > 0
        ? { debit: 'bank', credit: 'merchant_balance', amount }
        : { debit: 'merchant_balance', credit: 'bank', amount: -amount },
    ],
  })
}

/**
 * Where what is posted would take the balance below zero, captures are missing in the history: an opening entry stands for
 * them. The row of the balance is locked until the transaction ends.
 */
export async function coverBalance(
  context: Context,
  applied: Pick<Applied, 'adjustments'>,
  source: string,
  bookedAt: (at: number) => number,
): Promise<void> {
  const { account, changes, now, rows } = context
  const change = changes.balances.reduce((sum, { delta }) => sum + delta, 0)
  if (change >= 0) return
  const [found] = await rows<{ balance: number | bigint }>(
    `SELECT balance FROM ledger_balances WHERE account_id = $1 AND account = 'merchant_balance' FOR NO KEY UPDATE`,
    [account.id],
  )
  const lacking = -(Number(found?.balance ?? 0) + change)
  if (lacking > 0)
    adjust(context, applied, { source: `opening:${source}`, amount: lacking, at: bookedAt(now) })
}
