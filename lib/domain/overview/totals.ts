import { z } from 'zod'
import { Stretch, Totals } from '#lib/domain/overview/schema.ts'
import { type Context, defineOperation } from '#lib/operation.ts'

type Stretches = { current: z.output<typeof Stretch>; previous: z.output<typeof Stretch> }
type Side = { current: boolean }

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
  collected: 0,
  captured_count: 0,
  succeeded_count: 0,
  ended_count: 0,
  refunded: 0,
  refund_count: 0,
}

/**
 * Both stretches in one scan of the index by time. `captured` stays true when money goes back, so that refunded
 * payments do not vanish from what was collected.
 */
function paymentsOf(context: Context, { current, previous }: Stretches) {
  return context.tables.$queryRaw<(Side & Partial<Record<keyof Totals, bigint>>)[]>`
    SELECT created_at >= ${current.from} AS current,
           coalesce(sum(amount) FILTER (WHERE captured), 0)::bigint AS collected,
           count(*) FILTER (WHERE captured) AS captured_count,
           count(*) FILTER (WHERE status IN ('authorized', 'captured', 'refunded')) AS succeeded_count,
           count(*) FILTER (WHERE status <> 'created') AS ended_count
    FROM payments
    WHERE account_id = ${context.account.id}
      AND (created_at BETWEEN ${current.from} AND ${current.to} OR created_at BETWEEN ${previous.from} AND ${previous.to})
    GROUP BY 1`
}

function refundsOf(context: Context, { current, previous }: Stretches) {
  return context.tables.$queryRaw<(Side & Partial<Record<keyof Totals, bigint>>)[]>`
    SELECT created_at >= ${current.from} AS current, sum(amount)::bigint AS refunded, count(*) AS refund_count
    FROM refunds
    WHERE account_id = ${context.account.id} AND status <> 'failed'
      AND (created_at BETWEEN ${current.from} AND ${current.to} OR created_at BETWEEN ${previous.from} AND ${previous.to})
    GROUP BY 1`
}
