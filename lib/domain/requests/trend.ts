import { z } from 'zod'
import { MAX_TREND_REQUESTS, RequestTrend } from '#lib/domain/requests/schema.ts'
import { bucketParams, pointsOf, trendBuckets } from '#lib/domain/trend.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { TREND_INPUT } from '#lib/values/trend.ts'

type Row = { name: string; count: number; client_errors: number; server_errors: number; p95: number | null }

export const fetchRequestTrend = defineOperation({
  name: 'fetch_request_trend',
  title: 'Fetch the request trend',
  summary:
    'Returns the number of API requests, their errors and their 95th percentile of duration in each hour or day of a period.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: z.strictObject(TREND_INPUT),
  output: RequestTrend,
  async run(context, input) {
    const { step, buckets } = trendBuckets(input, context.now, 1)
    const rows = await context.rows<Row>(TREND, [...bucketParams(buckets), context.account.id])
    const otherwise = { count: 0, client_errors: 0, server_errors: 0, p95: null }
    return { step, points: pointsOf(buckets, rows, otherwise) }
  },
})

const TREND = `
  SELECT part.name, sums.*
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS part (name, first, last)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count,
           count(*) FILTER (WHERE status BETWEEN 400 AND 499)::int AS client_errors,
           count(*) FILTER (WHERE status >= 500)::int AS server_errors,
           percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95
    FROM (SELECT status, duration_ms FROM request_logs
          WHERE account_id = $4 AND created_at BETWEEN first AND last
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_TREND_REQUESTS}) AS newest) AS sums`
