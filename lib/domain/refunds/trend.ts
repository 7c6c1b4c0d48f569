import { z } from 'zod'
import { countersOfStretches } from '#lib/counters/read.ts'
import { numbered } from '#lib/database/conditions.ts'
import { RefundTrend } from '#lib/domain/refunds/schema.ts'
import { PAYMENT_SUMS } from '#lib/domain/totals.ts'
import { bucketParams, pointsOf, trendBuckets } from '#lib/domain/trend.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { TREND_INPUT } from '#lib/values/trend.ts'

type Row = { name: string; refunded: string; captured: string; count: number; seconds: number | null }

export const fetchRefundTrend = defineOperation({
  name: 'fetch_refund_trend',
  title: 'Fetch the refund trend',
  summary:
    'Returns what was refunded in each hour or day of a period, what was captured then, and how long refunds took.',
  permission: 'refunds:read',
  http: null,
  effect: 'read',
  input: z.strictObject(TREND_INPUT),
  output: RefundTrend,
  async run(context, input) {
    const { step, buckets } = trendBuckets(input, context.now)
    const { id, currency } = context.account
    const payments = countersOfStretches(context, 'payments', buckets)
    const { sql, values } = numbered({
      sql: `SELECT part.name, sums.*, COALESCE(paid.captured, 0)::text AS captured
            FROM unnest(?::text[], ?::bigint[], ?::bigint[]) AS part (name, first, last)
            CROSS JOIN LATERAL (
              SELECT COALESCE(sum(amount) FILTER (WHERE status <> 'failed'), 0)::text AS refunded,
                     count(*) FILTER (WHERE status <> 'failed')::int AS count,
                     percentile_disc(0.5) WITHIN GROUP (ORDER BY finished_at - created_at)
                       FILTER (WHERE status = 'processed')::int AS seconds
              FROM refunds WHERE account_id = ? AND currency = ? AND created_at BETWEEN first AND last OFFSET 0) AS sums
            LEFT JOIN (
              SELECT name, sum(${PAYMENT_SUMS.captured}) AS captured FROM (${payments.sql}) AS payments
              WHERE currency = ? GROUP BY name) AS paid ON paid.name = part.name`,
      values: [...bucketParams(buckets), id, currency, ...payments.values, currency],
    })
    const rows = await context.rows<Row>(sql, values)
    return {
      step,
      points: pointsOf(buckets, rows, { refunded: '0', captured: '0', count: 0, seconds: null }),
    }
  },
})
