import { countersOf } from '#lib/counters/read.ts'
import { numbered } from '#lib/database/conditions.ts'
import { reportPeriodOf } from '#lib/domain/reports/rules.ts'
import { FailureSummary, SummarizeFailures } from '#lib/domain/reports/schema.ts'
import { isReason, REASONS } from '#lib/pipeline/error-reasons.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country.ts'

type Row = { reason: string | null; amount: string | null; count: number | bigint }

export const summarizeFailures = defineOperation({
  name: 'summarize_failed_payments',
  title: 'Summarize failed payments',
  summary:
    'Says why payments failed in a period: the number and amount for each reason, most frequent first.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  scope: 'read_only',
  input: SummarizeFailures,
  output: FailureSummary,
  async run(context, input) {
    const { account, now } = context
    const { currency } = account
    const time_zone = zoneOf(account.country)
    const period = reportPeriodOf(input, 'last 7 days', time_zone, now)
    const payments = countersOf(context, 'payments', period)
    const failures = countersOf(context, 'failures', period)
    const { sql, values } = numbered({
      sql: `SELECT NULL AS reason, NULL AS amount, COALESCE(sum(count), 0)::bigint AS count
            FROM (${payments.sql}) AS payments WHERE currency = ?
            UNION ALL
            SELECT COALESCE(NULLIF(error_reason, ''), 'payment_declined'), sum(amount)::text, sum(count)::bigint
            FROM (${failures.sql}) AS failures WHERE currency = ? GROUP BY 1 HAVING sum(count) > 0`,
      values: [...payments.values, currency, ...failures.values, currency],
    })
    const rows = await context.rows<Row>(sql, values)
    const reasons = rows.flatMap(({ reason, amount, count }) =>
      reason === null ? [] : [{ error_reason: reason, ...aboutReason(reason), count: Number(count), amount }],
    )
    return {
      ...period,
      time_zone,
      currency,
      attempts: rows.find(({ reason }) => reason === null)?.count ?? 0,
      failed: reasons.reduce((sum, { count }) => sum + count, 0),
      failed_amount: String(reasons.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n)),
      reasons: reasons.sort(
        (left, right) => right.count - left.count || left.error_reason.localeCompare(right.error_reason),
      ),
    }
  },
})

function aboutReason(reason: string): { means: string; source: string } {
  const known = isReason(reason) ? REASONS[reason] : REASONS.payment_declined
  return { means: known.description, source: known.source }
}
