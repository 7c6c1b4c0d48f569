import { z } from 'zod'
import { BalanceTrend } from '#lib/domain/balance/schema.ts'
import { bucketParams, pointsOf, trendBuckets } from '#lib/domain/trend.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { TREND_INPUT } from '#lib/values/trend.ts'

export const fetchBalanceTrend = defineOperation({
  name: 'fetch_balance_trend',
  title: 'Fetch the balance trend',
  summary:
    'Returns the balance at the end of each hour or day of a period, with what was settled and refunded in it.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: z.strictObject(TREND_INPUT),
  output: BalanceTrend,
  async run(context, input) {
    const { step, buckets } = trendBuckets(input, context.now)
    const rows = await context.rows<{ name: string; balance: string; settled: string; refunded: string }>(
      TREND,
      [...bucketParams(buckets), context.account.id, buckets.at(-1)?.to ?? context.now],
    )
    const none = { balance: '0', settled: '0', refunded: '0' }
    return { step, points: pointsOf(buckets, rows, none) }
  },
})

/**
 * Like the balances of the list: the balance now, or at the end of the first month that is closed since, less what has
 * moved since each stretch.
 */
const TREND = `
  WITH closed AS (
    SELECT ends_at, closing FROM balance_months WHERE account_id = $4 AND ends_at >= $5 ORDER BY month LIMIT 1),
  base AS (
    SELECT COALESCE((SELECT closing FROM closed), (SELECT balance FROM ledger_balances
             WHERE account_id = $4 AND account = 'merchant_balance'), 0) AS balance,
           COALESCE((SELECT ends_at FROM closed), 9223372036854775807) AS ends_at),
  later AS (
    SELECT COALESCE(sum(credit - debit), 0) AS moved FROM balance_movements
    WHERE account_id = $4 AND created_at > $5 AND created_at <= (SELECT ends_at FROM base)),
  stretch AS (
    SELECT part.name, part.first, sums.*
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS part (name, first, last)
    CROSS JOIN LATERAL (
      SELECT COALESCE(sum(credit - debit), 0) AS moved,
             COALESCE(sum(debit - credit) FILTER (WHERE kind IN ('settlement', 'settlement_failed', 'settlement_difference', 'gateway_adjustment')), 0) AS settled,
             COALESCE(sum(debit - credit) FILTER (WHERE kind IN ('refund', 'refund_failed')), 0) AS refunded
      FROM balance_movements WHERE account_id = $4 AND created_at BETWEEN first AND last OFFSET 0) AS sums)
  SELECT name, settled::text, refunded::text,
         ((SELECT balance FROM base) - (SELECT moved FROM later)
           - COALESCE(sum(moved) OVER (ORDER BY first DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))::text AS balance
  FROM stretch`
