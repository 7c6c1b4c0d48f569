import { z } from 'zod'
import { countersOfStretches } from '#lib/counters/read.ts'
import { numbered } from '#lib/domain/conditions.ts'
import { Stretch, VolumePoint, VolumeStep, Zone } from '#lib/domain/overview/schema.ts'
import { PAYMENT_SUMS } from '#lib/domain/totals.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { bucketsOf } from '#lib/values/buckets.ts'

export const fetchVolume = defineOperation({
  name: 'fetch_volume',
  title: 'Fetch the volume',
  summary: 'Returns what was captured and how much failed in each hour, day or month of a stretch of time.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: Stretch.extend({ step: VolumeStep, zone: Zone }),
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
