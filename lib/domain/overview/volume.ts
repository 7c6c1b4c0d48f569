import { z } from 'zod'
import { Stretch, VolumePoint, VolumeStep, Zone } from '#lib/domain/overview/schema.ts'
import { defineOperation } from '#lib/operation.ts'

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
    // Hours, days and months of the reader: a payment of half past midnight in India is not of the day before.
    const points = await context.tables.$queryRaw<unknown[]>`
      SELECT to_char(date_trunc(${step}, to_timestamp(created_at) AT TIME ZONE ${zone}), 'YYYY-MM-DD"T"HH24') AS at,
             coalesce(sum(amount) FILTER (WHERE captured), 0)::bigint AS amount,
             count(*) FILTER (WHERE captured) AS count,
             count(*) FILTER (WHERE status = 'failed') AS failed
      FROM payments
      WHERE account_id = ${context.account.id} AND created_at BETWEEN ${from} AND ${to}
      GROUP BY 1
      ORDER BY 1`
    return { points }
  },
})
