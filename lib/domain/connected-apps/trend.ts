import { connectionsNamedAlike } from '#lib/domain/approvals/same-app.ts'
import { findGrant } from '#lib/domain/connected-apps/find.ts'
import { AppSpendingTrend, OneApp } from '#lib/domain/connected-apps/schema.ts'
import { bucketParams, pointsOf, trendBuckets } from '#lib/domain/trend.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { TREND_INPUT } from '#lib/values/trend.ts'

type Row = { name: string; counted: string; approved: string; largest: string }

export const fetchAppSpendingTrend = defineOperation({
  name: 'fetch_app_spending_trend',
  title: 'Fetch the spending trend of a connected app',
  summary:
    'Returns what an app moved for its user in each hour or day of a period, under all connections that share its limit: without approval, with approval, and the largest call without approval.',
  permission: 'apps:connect',
  http: null,
  effect: 'read',
  input: OneApp.extend(TREND_INPUT),
  output: AppSpendingTrend,
  async run(context, { id, ...input }) {
    await findGrant(context, id)
    const { step, buckets } = trendBuckets(input, context.now)
    const connections = await context.rows<{ id: string }>(connectionsNamedAlike(), [context.account.id, id])
    const ids = connections.map((connection) => connection.id)
    const rows = await context.rows<Row>(SPENDING, [...bucketParams(buckets), context.account.id, ids])
    const points = pointsOf(buckets, rows, { counted: '0', approved: '0', largest: '0' })
    return { step, connections: ids.length, points }
  },
})

const SPENDING = `
  SELECT part.name, sums.*
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS part (name, first, last)
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(amount) FILTER (WHERE approval_id IS NULL), 0)::text AS counted,
           COALESCE(sum(amount) FILTER (WHERE approval_id IS NOT NULL), 0)::text AS approved,
           COALESCE(max(amount) FILTER (WHERE approval_id IS NULL), 0)::text AS largest
    FROM grant_spending
    WHERE account_id = $4 AND grant_id = ANY($5::text[]) AND created_at BETWEEN first AND last OFFSET 0) AS sums`
