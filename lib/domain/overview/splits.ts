import { Splits, Stretch } from '#lib/domain/overview/schema.ts'
import { defineOperation } from '#lib/operation.ts'

type Row = { kind: 'method' | 'reason'; name: string; amount: bigint; count: bigint }

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
  async run(context, { from, to }) {
    const rows = await context.tables.$queryRaw<Row[]>`
      SELECT CASE WHEN captured THEN 'method' ELSE 'reason' END AS kind,
             CASE WHEN captured THEN method ELSE coalesce(error_reason, 'payment_declined') END AS name,
             sum(amount)::bigint AS amount, count(*) AS count
      FROM payments
      WHERE account_id = ${context.account.id} AND created_at BETWEEN ${from} AND ${to} AND (captured OR status = 'failed')
      GROUP BY 1, 2
      ORDER BY 4 DESC, 2`
    const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind)
    return {
      methods: of('method').sort((left, right) => Number(right.amount - left.amount)),
      reasons: of('reason'),
    }
  },
})
