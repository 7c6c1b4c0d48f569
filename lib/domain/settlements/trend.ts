import { z } from 'zod'
import { TREND_INPUT } from '#lib/domain/overview/schema.ts'
import { SettlementTrend } from '#lib/domain/settlements/schema.ts'
import { bucketParams, trendBuckets } from '#lib/domain/trend.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchSettlementTrend = defineOperation({
  name: 'fetch_settlement_trend',
  title: 'Fetch the settlement trend',
  summary:
    'Returns what was settled in each hour or day of a period: what has arrived at the bank, and what is expected there.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: z.strictObject(TREND_INPUT),
  output: SettlementTrend,
  async run(context, input) {
    const { step, buckets } = trendBuckets(input, context.now)
    const rows = await context.rows<{ name: string }>(TREND, [...bucketParams(buckets), context.account.id])
    const byName = new Map(rows.map((row) => [row.name, row]))
    const none = { arrived: '0', expected: '0', failed: '0', count: 0 }
    return { step, points: buckets.map((bucket) => ({ ...none, ...byName.get(bucket.name), ...bucket })) }
  },
})

const TREND = `
  SELECT part.name, sums.*
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS part (name, first, last)
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(amount) FILTER (WHERE status = 'processed'), 0)::text AS arrived,
           COALESCE(sum(amount) FILTER (WHERE status = 'created'), 0)::text AS expected,
           COALESCE(sum(amount) FILTER (WHERE status = 'failed'), 0)::text AS failed,
           count(*)::int AS count
    FROM settlements WHERE account_id = $4 AND created_at BETWEEN first AND last OFFSET 0) AS sums`
