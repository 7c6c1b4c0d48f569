import type { MovedTotals } from '#lib/domain/approvals/rules.ts'
import { lockNames } from '#lib/domain/approvals/same.ts'
import type { Flow } from '#lib/domain/approvals/schema/policy.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** The amounts by the total that they count towards: "person:" and an ID. */
export type CountedFor = Partial<Record<keyof MovedTotals, string>>

/**
 * Adds up what moved without a second person in the last 24 hours. The totals stay locked until the transaction ends,
 * so that concurrent calls are added up one after the other. They are locked after the order, the payment, the key and
 * the grant and before the balance, all of one movement at once and in one order.
 */
export async function lockTotals(context: Context, flow: Flow, counted: CountedFor): Promise<MovedTotals> {
  const { now } = context
  const names = Object.values(counted)
  // A separate statement: its snapshot must begin after the lock was granted.
  await lockNames(
    context,
    names.map((name) => `total ${flow} ${name}`),
  )
  return movedSums(context, flow, counted, now - DAY)
}

/** The same totals without a lock, for a page. */
export async function movedSums(
  { account, rows }: Context,
  flow: Flow,
  counted: CountedFor,
  after: number,
): Promise<MovedTotals> {
  const sums = await rows<{ counted_for: string; sum: number | bigint }>(
    `SELECT counted_for, sum(amount)::bigint AS sum FROM moved_alone
     WHERE account_id = $1 AND flow = $2 AND counted_for = ANY($3::text[]) AND created_at > $4 GROUP BY 1`,
    [account.id, flow, Object.values(counted), after],
  )
  const found = new Map(sums.map(({ counted_for, sum }) => [counted_for, Number(sum)]))
  return Object.fromEntries(Object.entries(counted).map(([total, name]) => [total, found.get(name) ?? 0]))
}

/** Records an amount that moves without a second person. */
export async function recordUnapprovedMovement(
  context: Context,
  flow: Flow,
  counted: CountedFor,
  amount: number,
) {
  const { account, now } = context
  await context.rows(
    `INSERT INTO moved_alone (account_id, id, flow, counted_for, amount, created_at)
     SELECT $1, $2, $3, name, $5, $6 FROM unnest($4::text[]) name`,
    [account.id, context.newId('grant_spending'), flow, Object.values(counted), amount, now],
  )
}
