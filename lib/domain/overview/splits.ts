import { countersOf } from '#lib/counters/read.ts'
import { numbered } from '#lib/domain/conditions.ts'
import { Splits, Stretch } from '#lib/domain/overview/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

type Row = { kind: 'method' | 'reason'; name: string; amount: string; count: number | bigint }

export const fetchSplits = defineOperation({
  name: 'fetch_splits',
  title: 'Fetch the split by method and by reason of failure',
  summary:
    'Returns how what was captured splits by method, and how what failed splits by reason, largest first.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: Stretch,
  output: Splits,
  async run(context, period) {
    const { currency } = context.account
    const methods = countersOf(context, 'payments', period)
    const reasons = countersOf(context, 'failures', period)
    const { sql, values } = numbered({
      sql: `SELECT 'method' AS kind, method AS name, sum(amount)::text AS amount, sum(count)::bigint AS count
            FROM (${methods.sql}) AS payments WHERE currency = ? AND captured GROUP BY method HAVING sum(count) > 0
            UNION ALL
            SELECT 'reason', COALESCE(NULLIF(error_reason, ''), 'payment_declined'), sum(amount)::text, sum(count)::bigint
            FROM (${reasons.sql}) AS failures WHERE currency = ? GROUP BY 2 HAVING sum(count) > 0`,
      values: [...methods.values, currency, ...reasons.values, currency],
    })
    const parts = await context.rows<Row>(sql, values)
    const of = (kind: Row['kind'], largest: (left: Row, right: Row) => number) =>
      parts
        .filter((part) => part.kind === kind)
        .sort((left, right) => largest(left, right) || left.name.localeCompare(right.name))
    return {
      methods: of(
        'method',
        ({ amount: left }, { amount: right }) =>
          Number(BigInt(right) > BigInt(left)) - Number(BigInt(right) < BigInt(left)),
      ),
      reasons: of('reason', (left, right) => Number(right.count) - Number(left.count)),
    }
  },
})
