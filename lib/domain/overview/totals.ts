import { z } from 'zod'
import { countersOf, countersOfStretches } from '#lib/counters/read.ts'
import { type Condition, numbered } from '#lib/database/conditions.ts'
import { OverviewTotals, Splits, Stretch, VolumePoint } from '#lib/domain/overview/schema.ts'
import { NEVER_CAPTURED } from '#lib/domain/refunds/filters.ts'
import { PAYMENT_SUMS, REFUND_SUMS } from '#lib/domain/totals.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { bucketsOf } from '#lib/values/buckets.ts'
import { BucketStep, Zone } from '#lib/values/trend.ts'

type Stretches = { current: z.output<typeof Stretch>; previous: z.output<typeof Stretch> }

export const fetchTotals = defineOperation({
  name: 'fetch_totals',
  title: 'Fetch totals',
  summary: 'Returns what was collected and refunded in a stretch of time, beside the same of an earlier one.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ current: Stretch, previous: Stretch }),
  output: z.object({ current: OverviewTotals, previous: OverviewTotals }),
  async run(context, input) {
    const [payments, refunds, returns] = await Promise.all([
      paymentsOf(context, input),
      refundsOf(context, input),
      returnsOf(context, input),
    ])
    const side = (current: boolean) => ({
      ...NOTHING,
      ...payments.find((row) => row.current === current),
      ...refunds.find((row) => row.current === current),
      ...returns.find((row) => row.current === current),
    })
    return { current: side(true), previous: side(false) }
  },
})

const NOTHING: OverviewTotals = {
  collected: 0n,
  captured_count: 0,
  succeeded_count: 0,
  ended_count: 0,
  refunded: 0n,
  refund_count: 0,
  returned: 0n,
}

type Count = number | bigint
type PaymentTotals = {
  current: boolean
  collected: string | null
  captured_count: Count
  succeeded_count: Count
  ended_count: Count
}
type RefundTotals = { current: boolean; refunded: string; refund_count: Count }

/**
 * The counters of both periods, each with its period. The figures of an account are in its own currency.
 * @param excepted conditions of rows that do not count
 */
function bothOf(
  context: Context,
  kind: 'payments' | 'refunds',
  { current, previous }: Stretches,
  excepted: Condition[] = [],
): Condition {
  const [now, before] = [
    countersOf(context, kind, current, excepted),
    countersOf(context, kind, previous, excepted),
  ]
  return {
    sql: `(SELECT true AS current, counters.* FROM (${now.sql}) AS counters
           UNION ALL SELECT false, counters.* FROM (${before.sql}) AS counters) AS both_stretches WHERE currency = ?`,
    values: [...now.values, ...before.values, context.account.currency],
  }
}

/** `captured` stays true after a refund, so refunded payments still count as collected. */
function paymentsOf(context: Context, stretches: Stretches) {
  const counters = bothOf(context, 'payments', stretches)
  const { sql, values } = numbered({
    sql: `SELECT current,
                 sum(${PAYMENT_SUMS.captured})::text AS collected,
                 COALESCE(sum(count) FILTER (WHERE captured), 0)::bigint AS captured_count,
                 COALESCE(sum(count) FILTER (WHERE status IN ('authorized', 'captured', 'refunded')), 0)::bigint AS succeeded_count,
                 COALESCE(sum(count) FILTER (WHERE status <> 'created'), 0)::bigint AS ended_count
          FROM ${counters.sql} GROUP BY 1`,
    values: counters.values,
  })
  return context.rows<PaymentTotals>(sql, values)
}

function refundsOf(context: Context, stretches: Stretches) {
  const counters = bothOf(context, 'refunds', stretches, [NEVER_CAPTURED])
  const { sql, values } = numbered({
    sql: `SELECT current,
                 (COALESCE(sum(${REFUND_SUMS.processed}), 0) + COALESCE(sum(${REFUND_SUMS.pending}), 0))::text AS refunded,
                 COALESCE(sum(count), 0)::bigint AS refund_count
          FROM ${counters.sql} AND status <> 'failed' GROUP BY 1`,
    values: counters.values,
  })
  return context.rows<RefundTotals>(sql, values)
}

/** From the rows: few refunds return a payment that was never captured, and an index has only those. */
function returnsOf(context: Context, { current, previous }: Stretches) {
  const sumOf = ({ from, to }: z.output<typeof Stretch>) => ({
    sql: `SELECT COALESCE(sum(amount), 0)::text FROM refunds
          WHERE account_id = ? AND created_at BETWEEN ? AND ? AND ${NEVER_CAPTURED.sql} AND currency = ? AND status <> 'failed'`,
    values: [context.account.id, from, to, context.account.currency],
  })
  const [now, before] = [sumOf(current), sumOf(previous)]
  const { sql, values } = numbered({
    sql: `SELECT true AS current, (${now.sql}) AS returned UNION ALL SELECT false, (${before.sql})`,
    values: [...now.values, ...before.values],
  })
  return context.rows<{ current: boolean; returned: string }>(sql, values)
}

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

export const fetchVolume = defineOperation({
  name: 'fetch_volume',
  title: 'Fetch the volume',
  summary: 'Returns what was captured and how much failed in each hour, day or month of a stretch of time.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: Stretch.extend({ step: BucketStep, zone: Zone }),
  output: z.object({ points: z.array(VolumePoint) }),
  async run(context, { from, to, step, zone }) {
    // Hours, days and months in the reader's zone: a payment at half past midnight in India does not belong to the day
    // before.
    const stretches = bucketsOf(from, to, step, zone).filter((bucket) => bucket.from <= context.now)
    const counters = countersOfStretches(context, 'payments', stretches)
    const { sql, values } = numbered({
      sql: `SELECT name AS at,
                   sum(${PAYMENT_SUMS.captured})::text AS amount,
                   COALESCE(sum(count) FILTER (WHERE captured), 0)::bigint AS count,
                   COALESCE(sum(count) FILTER (WHERE status = 'failed'), 0)::bigint AS failed
            FROM (${counters.sql}) AS payments WHERE currency = ?
            GROUP BY name HAVING sum(count) > 0 ORDER BY name`,
      values: [...counters.values, context.account.currency],
    })
    return { points: await context.rows(sql, values) }
  },
})
