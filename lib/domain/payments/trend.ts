import { z } from 'zod'
import { countersOfStretches } from '#lib/counters/read.ts'
import { numbered } from '#lib/database/conditions.ts'
import { TREND_INPUT } from '#lib/domain/overview/schema.ts'
import { PAYMENT_METHODS, PaymentTrend } from '#lib/domain/payments/schema.ts'
import { PAYMENT_SUMS } from '#lib/domain/totals.ts'
import { trendBuckets } from '#lib/domain/trend.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchPaymentTrend = defineOperation({
  name: 'fetch_payment_trend',
  title: 'Fetch the payment trend',
  summary:
    'Returns what was captured, how many attempts succeeded and why others failed in each hour or day of a period.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ ...TREND_INPUT, method: z.array(z.enum(PAYMENT_METHODS)).optional() }),
  output: PaymentTrend,
  async run(context, { method, ...input }) {
    const { step, buckets } = trendBuckets(input, context.now)
    const { currency } = context.account
    const payments = countersOfStretches(context, 'payments', buckets)
    const volume = numbered({
      sql: `SELECT name, COALESCE(sum(${PAYMENT_SUMS.captured}), 0)::text AS captured,
                   COALESCE(sum(count) FILTER (WHERE status IN ('authorized', 'captured', 'refunded')), 0)::int AS succeeded,
                   COALESCE(sum(count) FILTER (WHERE status <> 'created'), 0)::int AS finished
            FROM (${payments.sql}) AS payments WHERE currency = ? AND (?::text[] IS NULL OR method = ANY(?::text[]))
            GROUP BY name`,
      values: [...payments.values, currency, method ?? null, method ?? null],
    })
    const failed = countersOfStretches(context, 'failures', buckets)
    const reasons = numbered({
      sql: `SELECT name, COALESCE(NULLIF(error_reason, ''), 'payment_declined') AS reason, sum(count)::int AS count FROM (${failed.sql}) AS failures
            WHERE currency = ? GROUP BY 1, 2 HAVING sum(count) > 0`,
      values: [...failed.values, currency],
    })
    const [sums, counts] = await Promise.all([
      context.rows<{ name: string }>(volume.sql, volume.values),
      method
        ? []
        : context.rows<{ name: string; reason: string; count: number }>(reasons.sql, reasons.values),
    ])
    const byName = new Map(sums.map((row) => [row.name, row]))
    const none = { captured: '0', succeeded: 0, finished: 0 }
    const points = buckets.map((bucket) => {
      const own = counts.filter(({ name }) => name === bucket.name)
      const failures = Object.fromEntries(own.map(({ reason, count }) => [reason, count]))
      return { ...none, ...byName.get(bucket.name), ...bucket, failures }
    })
    return { step, points }
  },
})
