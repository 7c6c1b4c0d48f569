import { Splits, Stretch } from '#lib/domain/overview/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

type Row = { kind: 'method' | 'reason'; name: string; amount: string; count: number }

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
  async run({ account, rows }, { from, to }) {
    const parts = await rows<Row>(
      `SELECT CASE WHEN captured THEN 'method' ELSE 'reason' END AS kind,
              CASE WHEN captured THEN method ELSE coalesce(error_reason, 'payment_declined') END AS name,
              sum(amount)::text AS amount, count(*) AS count
       FROM payments
       WHERE account_id = $1 AND currency = $2 AND created_at BETWEEN $3 AND $4 AND (captured OR status = 'failed')
       GROUP BY 1, 2`,
      [account.id, account.currency, from, to],
    )
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
      reasons: of('reason', (left, right) => right.count - left.count),
    }
  },
})
