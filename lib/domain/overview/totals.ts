import { z } from 'zod'
import { Stretch, Totals } from '#lib/domain/overview/schema.ts'
import { PAYMENT_SUMS } from '#lib/domain/payments/totals.ts'
import { REFUND_SUMS } from '#lib/domain/refunds/totals.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

type Stretches = { current: z.output<typeof Stretch>; previous: z.output<typeof Stretch> }

export const fetchTotals = defineOperation({
  name: 'fetch_totals',
  title: 'Fetch totals',
  summary: 'Returns what was collected and refunded in a stretch of time, beside the same of an earlier one.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ current: Stretch, previous: Stretch }),
  output: z.object({ current: Totals, previous: Totals }),
  async run(context, input) {
    const [payments, refunds] = await Promise.all([paymentsOf(context, input), refundsOf(context, input)])
    const side = (current: boolean) => ({
      ...NOTHING,
      ...payments.find((row) => row.current === current),
      ...refunds.find((row) => row.current === current),
    })
    return { current: side(true), previous: side(false) }
  },
})

const NOTHING: Totals = {
  collected: 0n,
  captured_count: 0,
  succeeded_count: 0,
  ended_count: 0,
  refunded: 0n,
  refund_count: 0,
}

type Row = { current: boolean } & Record<string, unknown>

/**
 * Both stretches in one scan of the index by time. `captured` stays true when money goes back, so that refunded
 * payments do not vanish from what was collected.
 */
function paymentsOf(context: Context, stretches: Stretches) {
  return context.rows<Row>(
    `SELECT created_at >= $3 AS current,
            sum(${PAYMENT_SUMS.captured})::text AS collected,
            count(*) FILTER (WHERE captured) AS captured_count,
            count(*) FILTER (WHERE status IN ('authorized', 'captured', 'refunded')) AS succeeded_count,
            count(*) FILTER (WHERE status <> 'created') AS ended_count
     FROM payments WHERE ${IN_STRETCHES} GROUP BY 1`,
    valuesOf(context, stretches),
  )
}

function refundsOf(context: Context, stretches: Stretches) {
  return context.rows<Row>(
    `SELECT created_at >= $3 AS current,
            (COALESCE(sum(${REFUND_SUMS.processed}), 0) + COALESCE(sum(${REFUND_SUMS.pending}), 0))::text AS refunded,
            count(*) AS refund_count
     FROM refunds WHERE ${IN_STRETCHES} AND status <> 'failed' GROUP BY 1`,
    valuesOf(context, stretches),
  )
}

/** The figures of an account are in its own currency. */
const IN_STRETCHES =
  'account_id = $1 AND currency = $2 AND (created_at BETWEEN $3 AND $4 OR created_at BETWEEN $5 AND $6)'

function valuesOf({ account }: Context, { current, previous }: Stretches) {
  return [account.id, account.currency, current.from, current.to, previous.from, previous.to]
}
