import { z } from 'zod'
import { Stretch, VolumePoint, VolumeStep, Zone } from '#lib/domain/overview/schema.ts'
import { PAYMENT_SUMS } from '#lib/domain/payments/totals.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchVolume = defineOperation({
  name: 'fetch_volume',
  title: 'Fetch the volume',
  summary: 'Returns what was captured and how much failed in each hour, day or month of a stretch of time.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: Stretch.extend({ step: VolumeStep, zone: Zone }),
  output: z.object({ points: z.array(VolumePoint) }),
  async run({ account, rows }, { from, to, step, zone }) {
    // Hours, days and months of the reader: a payment of half past midnight in India is not of the day before.
    const points = await rows(
      `SELECT to_char(date_trunc($1, to_timestamp(created_at) AT TIME ZONE $2), 'YYYY-MM-DD"T"HH24') AS at,
              sum(${PAYMENT_SUMS.captured})::text AS amount,
              count(*) FILTER (WHERE captured) AS count,
              count(*) FILTER (WHERE status = 'failed') AS failed
       FROM payments
       WHERE account_id = $3 AND currency = $4 AND created_at BETWEEN $5 AND $6
       GROUP BY 1
       ORDER BY 1`,
      [step, zone, account.id, account.currency, from, to],
    )
    return { points }
  },
})
