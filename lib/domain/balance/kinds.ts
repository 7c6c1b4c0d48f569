import { KindSums, MOVEMENT_KINDS } from '#lib/domain/balance/schema.ts'
import { all, type Condition, equal, numbered } from '#lib/domain/conditions.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The sums of the movements of the account that meet the conditions, by kind. */
export async function sumsOfKinds(context: Context, conditions: Condition[]): Promise<KindSums> {
  const where = all([...equal('account_id', context.account.id), ...conditions])
  const { sql, values } = numbered({
    sql: `SELECT kind, count(*) AS count, sum(amount)::text AS amount, sum(fee)::text AS fee, sum(tax)::text AS tax,
                 sum(credit)::text AS credit, sum(debit)::text AS debit
          FROM balance_movements WHERE ${where.sql} GROUP BY kind`,
    values: where.values,
  })
  const sums = KindSums.parse(await context.rows(sql, values))
  return sums.sort((left, right) => MOVEMENT_KINDS.indexOf(left.kind) - MOVEMENT_KINDS.indexOf(right.kind))
}

/** What the balance gained by movements, less what it lost. */
export function netOf(kinds: KindSums): bigint {
  return kinds.reduce((sum, { credit, debit }) => sum + credit - debit, 0n)
}
